import { FileText } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { messageOf } from '@/api/api-error';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { useKeepTemplate } from './template-api';
import { nameOfFile, type TemplateDraft } from './template-file';

export const NEW_DRAFT: TemplateDraft = { name: '', content: '', modality: null };

const MODALITIES = [
  { value: '', label: 'Any modality' },
  { value: 'CT', label: 'CT Scan' },
  { value: 'MRI', label: 'MRI' },
];

interface TemplateDialogProps {
  /** The template that is edited; null for a new one. */
  readonly id: string | null;
  readonly open: boolean;
  /** Held outside, so that a dialog that was closed by mistake opens as it was left. */
  readonly draft: TemplateDraft;
  readonly onDraft: (draft: TemplateDraft) => void;
  readonly onClose: () => void;
  readonly onKept: () => void;
}

/** Creates or edits a template. */
export function TemplateDialog({ id, open, onClose, ...form }: TemplateDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={id === null ? 'Create Template' : 'Edit Template'}
      description="Choosing it in the workspace puts this text into the report, with its blanks to walk through."
      className="w-[min(46rem,calc(100vw-2rem))]"
    >
      <TemplateForm id={id} {...form} />
    </Dialog>
  );
}

function TemplateForm({
  id,
  draft,
  onDraft,
  onKept,
}: Pick<TemplateDialogProps, 'id' | 'draft' | 'onDraft' | 'onKept'>) {
  const keep = useKeepTemplate(id, onKept);
  const { name, content, modality } = draft;
  const options = MODALITIES.some(({ value }) => value === (modality ?? ''))
    ? MODALITIES
    : [...MODALITIES, { value: modality ?? '', label: modality ?? '' }];
  const set = (change: Partial<TemplateDraft>) => onDraft({ ...draft, ...change });
  const isComplete = name.trim() !== '' && content.trim() !== '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isComplete) keep.mutate(draft);
  }

  const [label, pendingLabel] = id === null ? ['Create Template', 'Creating...'] : ['Update Template', 'Updating...'];
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label="Template Name">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Select
          label="Modality (optional)"
          value={modality ?? ''}
          options={options}
          onValueChange={(next) => set({ modality: next || null })}
        />
      </div>
      <Field
        label="Content"
        hint="Section headings such as TECHNIQUE:, FINDINGS: and IMPRESSION: are kept as sections. ___ is a value to fill in, [right/left] a choice."
      >
        {(control) => (
          <Textarea
            {...control}
            required
            className="h-[min(22rem,42dvh)] resize-y text-base leading-relaxed"
            value={content}
            onChange={(event) => set({ content: event.target.value })}
          />
        )}
      </Field>
      {keep.isError && (
        <Notice tone="danger">
          {messageOf(keep.error, 'The template could not be saved.')} What you wrote is still here.
        </Notice>
      )}
      <DialogActions>
        <span className="mr-auto">
          <TextFileButton
            onRead={(text, fileName) => set({ content: text, ...(name.trim() ? {} : { name: nameOfFile(fileName) }) })}
          />
        </span>
        <Button type="submit" variant="primary" pending={keep.isPending} disabled={!isComplete}>
          {keep.isPending ? pendingLabel : label}
        </Button>
      </DialogActions>
    </form>
  );
}

function TextFileButton({ onRead }: { onRead: (text: string, fileName: string) => void }) {
  const id = useId();
  async function read(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = '';
    if (file) onRead(await file.text(), file.name);
  }
  return (
    <>
      <input
        id={id}
        type="file"
        accept=".txt,text/plain"
        aria-label="From a text file"
        className="peer sr-only"
        onChange={(event) => void read(event.target)}
      />
      <label
        htmlFor={id}
        className={`${buttonClass({ variant: 'ghost' })} peer-focus-visible:outline-2 peer-focus-visible:outline-accent`}
      >
        <FileText size={15} aria-hidden />
        From a text file
      </label>
    </>
  );
}
