import { useQuery } from '@tanstack/react-query';
import { customTemplatesQuery } from '@/api/custom-templates';
import type { CustomTemplate } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { PremiumNotice } from '@/components/premium-notice';
import { Badge } from '@/components/ui/badge';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Spinner } from '@/components/ui/spinner';
import { TEMPLATE_PREVIEW_CHARACTERS } from '@/lib/constants';

export function CustomTemplatesCard({ premium }: { premium: boolean }) {
  const { data: templates, isPending, isFetching, refetch } = useQuery(customTemplatesQuery);
  return (
    <Card aria-labelledby="custom-templates">
      <CardHeader id="custom-templates" title="Custom Templates" aside={templates && countLine(templates.length)} />
      <CardBody>
        {isPending && <Spinner />}
        {!isPending && !templates && <LoadFailed what="Your templates" pending={isFetching} onRetry={refetch} />}
        {templates && !premium && (
          <PremiumNotice>Keep report templates of your own and choose them like the built-in ones.</PremiumNotice>
        )}
        {templates && premium && templates.length === 0 && (
          <p className="text-sm text-ink-2">
            No custom templates yet. This release can use them but not create them here; that comes with the next one.
          </p>
        )}
        {templates && templates.length > 0 && (
          <ul className={`grid gap-3 sm:grid-cols-2 ${premium ? '' : 'mt-4'}`}>
            {templates.map((template) => (
              <TemplateItem key={template.id} {...template} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function TemplateItem({ name, modality, content }: CustomTemplate) {
  return (
    <li className="min-w-0 rounded-md border bg-raised p-3.5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-sm font-medium wrap-anywhere">{name}</h3>
        {modality && <Badge>{modality}</Badge>}
      </div>
      <p className="mt-1.5 text-xs whitespace-pre-line wrap-anywhere text-ink-3">{preview(content)}</p>
    </li>
  );
}

/** The first characters of a template, cut between characters and not within one. */
export function preview(content: string): string {
  const characters = [...content];
  return characters.length > TEMPLATE_PREVIEW_CHARACTERS
    ? `${characters.slice(0, TEMPLATE_PREVIEW_CHARACTERS).join('')}…`
    : content;
}

function countLine(count: number): string {
  return count === 1 ? '1 custom template' : `${count} custom templates`;
}
