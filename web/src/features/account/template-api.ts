/** The person's own templates, as the account page reads and changes them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/api-error';
import { requestJson, requestRemoval } from '@/api/client';
import type { CustomTemplate, ImportedTemplates } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import type { TemplateDraft } from './template-file';

const PATH = '/api/custom-templates';

/** All that are kept, also those that cannot be used without a subscription. */
export const keptTemplatesQuery = queryOptions({
  queryKey: ['custom-templates', 'all'],
  queryFn: ({ signal }) => requestJson<CustomTemplate[]>(`${PATH}?all=true`, { signal }),
});

function useChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  title: string,
  failed: string,
  onDone?: () => void,
  /** Where a toast says what the server says; the dialogs do in any case. */
  tellsWhy = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      // Here and not with the call: a form that was closed meanwhile must forget its draft, too.
      onDone?.();
      await client.invalidateQueries({ queryKey: ['custom-templates'] });
      toast({ title });
    },
    onError: (error) =>
      toast({ title: 'Error', description: tellsWhy ? messageOf(error, failed) : failed, variant: 'destructive' }),
  });
}

const bodyOf = ({ name, content, modality }: TemplateDraft) => ({ name, content, modality: modality || undefined });

/** Keeps the draft: a new template, or that with the id in a new version. */
export function useKeepTemplate(id: string | null, onKept: () => void) {
  const create = useChange(
    (draft: TemplateDraft) => requestJson<CustomTemplate>(PATH, { method: 'POST', body: bodyOf(draft) }),
    'Template Created',
    'Failed to create template',
    onKept,
    true,
  );
  const update = useChange(
    (draft: TemplateDraft) => requestJson<CustomTemplate>(`${PATH}/${id}`, { method: 'PUT', body: bodyOf(draft) }),
    'Template Updated',
    'Failed to update template',
    onKept,
  );
  return id === null ? create : update;
}

export function useDeleteTemplate() {
  return useChange((id: string) => requestRemoval(`${PATH}/${id}`), 'Template Deleted', 'Failed to delete template');
}

export function useImportTemplates() {
  return useChange(
    (templates: readonly TemplateDraft[]) =>
      requestJson<ImportedTemplates>(`${PATH}/import`, { method: 'POST', body: { templates: templates.map(bodyOf) } }),
    'Templates Added',
    'Failed to import templates',
    undefined,
    true,
  );
}
