import { messageOf } from '@/api/api-error';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { useImportTemplates } from './template-api';
import type { ImportPlan } from './template-file';

/** A chosen file: what it would add, or why it cannot be read. */
export type ChosenFile = { readonly fileName: string } & ({ readonly plan: ImportPlan } | { readonly problem: string });

interface ImportDialogProps {
  readonly file: ChosenFile | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Shows what a file of templates would add, before anything is added. */
export function ImportDialog({ file, open, onClose }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import Templates"
      description={file?.fileName}
      className="w-[min(36rem,calc(100vw-2rem))]"
    >
      {file && 'problem' in file && (
        <>
          <Notice tone="danger" title="This file cannot be imported" className="mt-4">
            {file.problem} Nothing was added.
          </Notice>
          <DialogActions>
            <Button onClick={onClose}>OK</Button>
          </DialogActions>
        </>
      )}
      {file && 'plan' in file && <Plan plan={file.plan} onClose={onClose} />}
    </Dialog>
  );
}

function Plan({ plan, onClose }: { plan: ImportPlan; onClose: () => void }) {
  const { added, skipped, templates } = plan;
  const adding = useImportTemplates();
  return (
    <>
      <p className="mt-4 text-sm">
        {added.length === 0
          ? 'All templates of this file are here already.'
          : `${count(added.length)} will be added${skipped > 0 ? `, ${skipped} left out because the same is here already` : ''}.`}
      </p>
      {added.length > 0 && (
        <ul className="mt-3 max-h-64 divide-y overflow-y-auto rounded-md border bg-raised">
          {added.map(({ name, modality, content }) => (
            <li key={JSON.stringify([name, modality, content])} className="flex items-center gap-3 px-3 py-2 text-sm">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {modality && <Badge>{modality}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {adding.isError && (
        <Notice tone="danger" className="mt-3">
          {messageOf(adding.error, 'The templates could not be added. Nothing was added.')}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onClose}>{added.length === 0 ? 'OK' : 'Cancel'}</Button>
        {added.length > 0 && (
          <Button
            variant="primary"
            pending={adding.isPending}
            onClick={() => adding.mutate(templates, { onSuccess: onClose })}
          >
            {adding.isPending ? 'Adding...' : `Add ${count(added.length)}`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

function count(number: number): string {
  return number === 1 ? '1 template' : `${number} templates`;
}
