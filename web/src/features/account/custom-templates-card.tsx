/** The person's own templates: created, edited, deleted, and carried from one account to another as a file. */
import { useQuery } from '@tanstack/react-query';
import { FileDown, FileUp, PenLine, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { CustomTemplate } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { PremiumNotice } from '@/components/premium-notice';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Input } from '@/components/ui/input';
import { Loading } from '@/components/ui/spinner';
import { TEMPLATE_PREVIEW_CHARACTERS } from '@/lib/constants';
import { download } from '@/lib/download';
import { type ChosenFile, ImportDialog } from './import-dialog';
import { keptTemplatesQuery, useDeleteTemplate } from './template-api';
import { NEW_DRAFT, TemplateDialog } from './template-dialog';
import {
  LARGEST_FILE,
  nameOfFile,
  parseTemplateFile,
  planImport,
  TEMPLATE_FILE_NAME,
  type TemplateDraft,
  TemplateFileProblem,
  templateFile,
} from './template-file';

/** From so many on there is a field to find one in. */
const MANY = 9;

export function CustomTemplatesCard({ premium }: { premium: boolean }) {
  const { data: templates, isPending, isFetching, refetch } = useQuery(keptTemplatesQuery);
  return (
    <Card aria-labelledby="custom-templates">
      <CardHeader id="custom-templates" title="Custom Templates" aside={templates && countLine(templates.length)} />
      <CardBody className="grid gap-4">
        {isPending && <Loading label="Loading your templates" className="min-h-16" />}
        {!isPending && !templates && <LoadFailed what="Your templates" pending={isFetching} onRetry={refetch} />}
        {templates && !premium && (
          <PremiumNotice>Keep report templates of your own and choose them like the built-in ones.</PremiumNotice>
        )}
        {templates && (premium || templates.length > 0) && <Templates templates={templates} premium={premium} />}
      </CardBody>
    </Card>
  );
}

/** What is in a dialog: a new template, or one that is edited. Kept when it is closed, until it is saved. */
type Drafts = Readonly<Record<string, TemplateDraft>>;
const NEW = 'new';

function Templates({ templates, premium }: { templates: readonly CustomTemplate[]; premium: boolean }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [edited, setEdited] = useState(NEW);
  const [dialog, setDialog] = useState<'edit' | 'import' | 'delete' | null>(null);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [doomed, setDoomed] = useState<CustomTemplate | null>(null);
  const [typed, setTyped] = useState('');
  const remove = useDeleteTemplate();
  const close = () => setDialog(null);
  const editedTemplate = templates.find(({ id }) => id === edited);

  function edit(id: string, draft?: TemplateDraft): void {
    if (draft) setDrafts({ ...drafts, [id]: draft });
    setEdited(id);
    setDialog('edit');
  }

  async function choose(chosen: File): Promise<void> {
    if (chosen.name.toLowerCase().endsWith('.txt')) {
      edit(NEW, { name: nameOfFile(chosen.name), content: await chosen.text(), modality: null });
      return;
    }
    setFile(await readFile(chosen, templates));
    setDialog('import');
  }

  const found = templates.filter((template) => isFound(template, typed));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {premium && (
          <Button variant="primary" onClick={() => edit(NEW)}>
            <Plus size={15} aria-hidden />
            Create Template
          </Button>
        )}
        {premium && <ImportButton onChoose={choose} />}
        {templates.length > 0 && (
          <Button onClick={() => download(templateFile(templates), TEMPLATE_FILE_NAME)}>
            <FileDown size={15} aria-hidden />
            Export
          </Button>
        )}
        {templates.length >= MANY && (
          <Input
            type="search"
            aria-label="Find a template"
            placeholder="Find a template"
            className="min-w-40 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      {templates.length === 0 && (
        <div className="rounded-md border border-dashed px-4 py-8 text-center">
          <p className="text-sm font-medium">No custom templates yet</p>
          <p className="mt-0.5 text-sm text-ink-2">Write the normal report of a study you often read, once.</p>
        </div>
      )}
      {templates.length > 0 && found.length === 0 && <p className="text-sm text-ink-2">No template has these words.</p>}
      {found.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2">
          {found.map((template) => (
            <TemplateItem
              key={template.id}
              template={template}
              onEdit={premium ? () => edit(template.id) : undefined}
              onDelete={() => {
                setDoomed(template);
                setDialog('delete');
              }}
            />
          ))}
        </ul>
      )}
      <TemplateDialog
        // Another template is another form, with an error of its own.
        key={edited}
        id={edited === NEW ? null : edited}
        open={dialog === 'edit'}
        draft={drafts[edited] ?? editedTemplate ?? NEW_DRAFT}
        onDraft={(draft) => setDrafts({ ...drafts, [edited]: draft })}
        onClose={close}
        onKept={() => {
          setDrafts(({ [edited]: _, ...others }) => others);
          close();
        }}
      />
      <ImportDialog file={file} open={dialog === 'import'} onClose={close} />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={(open) => !open && close()}
        title="Delete Template?"
        description="This action cannot be undone."
        keepLabel="Cancel"
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed.id, { onSettled: close })}
      />
    </>
  );
}

async function readFile(chosen: File, kept: readonly CustomTemplate[]): Promise<ChosenFile> {
  const fileName = chosen.name;
  if (chosen.size > LARGEST_FILE) return { fileName, problem: 'A file of templates may have at most 20 MB.' };
  try {
    return { fileName, plan: planImport(parseTemplateFile(await chosen.text()), kept) };
  } catch (error) {
    if (!(error instanceof TemplateFileProblem)) throw error;
    return { fileName, problem: error.message };
  }
}

function ImportButton({ onChoose }: { onChoose: (file: File) => Promise<void> }) {
  const id = useId();
  return (
    <span>
      <input
        id={id}
        type="file"
        accept=".json,application/json,.txt,text/plain"
        aria-label="Import templates from a file"
        className="peer sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void onChoose(file);
        }}
      />
      <label
        htmlFor={id}
        className={`${buttonClass()} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
      >
        <FileUp size={15} aria-hidden />
        Import
      </label>
    </span>
  );
}

interface TemplateItemProps {
  readonly template: CustomTemplate;
  readonly onEdit?: () => void;
  readonly onDelete: () => void;
}

function TemplateItem({ template: { name, modality, content }, onEdit, onDelete }: TemplateItemProps) {
  return (
    <li className="flex min-w-0 flex-col rounded-md border bg-raised py-2.5 pr-2 pl-3.5">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 py-1.5 text-sm font-medium wrap-anywhere">{name}</h3>
        {modality && (
          <span className="mt-1">
            <Badge>{modality}</Badge>
          </span>
        )}
        <div className="flex">
          {onEdit && (
            <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} className="size-8" onClick={onEdit}>
              <PenLine size={14} aria-hidden />
            </Button>
          )}
          <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} className="size-8" onClick={onDelete}>
            <Trash2 size={14} aria-hidden />
          </Button>
        </div>
      </div>
      <p className="mt-1 pr-1.5 text-xs whitespace-pre-line wrap-anywhere text-ink-3">{preview(content)}</p>
    </li>
  );
}

/** Every word typed stands somewhere in the template. */
function isFound({ name, content, modality }: CustomTemplate, typed: string): boolean {
  const text = `${name}\n${modality ?? ''}\n${content}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
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
