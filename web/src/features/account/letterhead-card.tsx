/** What stands at the top and at the foot of exported reports. Open to everybody who is signed in. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/api/api-error';
import { requestJson } from '@/api/client';
import type { Letterhead } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Loading } from '@/components/ui/spinner';
import { Textarea } from '@/components/ui/textarea';
import { toast } from '@/components/ui/toast-store';
import { Paper, PictureField } from './picture-field';

const PATH = '/api/user/letterhead';

const letterheadQuery = queryOptions({
  queryKey: ['user', 'letterhead'],
  queryFn: ({ signal }) => requestJson<Letterhead>(PATH, { signal }),
});

function useSaveLetterhead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Letterhead) => requestJson<Letterhead>(PATH, { method: 'PUT', body }),
    onSuccess: (saved) => {
      client.setQueryData(letterheadQuery.queryKey, saved);
      toast({ title: 'Letterhead Saved' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to save letterhead', variant: 'destructive' }),
  });
}

export function LetterheadCard() {
  const { data: saved, isPending, isFetching, refetch } = useQuery(letterheadQuery);
  return (
    <Card aria-labelledby="letterhead">
      <CardHeader id="letterhead" title="Letterhead" />
      {saved ? (
        <LetterheadForm saved={saved} />
      ) : (
        <CardBody>
          {isPending ? (
            <Loading label="Loading your letterhead" className="min-h-120" />
          ) : (
            <LoadFailed what="Your letterhead" pending={isFetching} onRetry={refetch} />
          )}
        </CardBody>
      )}
    </Card>
  );
}

function LetterheadForm({ saved }: { saved: Letterhead }) {
  const [draft, setDraft] = useState(saved);
  const save = useSaveLetterhead();
  const set = (change: Partial<Letterhead>) => setDraft((current) => ({ ...current, ...change }));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // What was typed meanwhile is not saved yet, and stays.
    save.mutate(draft, { onSuccess: (kept) => setDraft((current) => (current === draft ? kept : current)) });
  }

  return (
    <form onSubmit={submit} aria-labelledby="letterhead">
      <CardBody className="grid gap-5 md:grid-cols-2">
        <div className="grid content-start gap-3">
          <PictureField
            label="Logo"
            value={draft.logo ?? null}
            disabled={save.isPending}
            onChange={(logo) => set({ logo })}
          />
          <Field label="Name of the institution">
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                autoComplete="off"
                value={draft.institution ?? ''}
                onChange={(event) => set({ institution: event.target.value })}
              />
            )}
          </Field>
          <Field label="Address lines" hint="Up to six lines.">
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                className="resize-y"
                value={draft.address ?? ''}
                onChange={(event) => set({ address: event.target.value })}
              />
            )}
          </Field>
          <Field
            label="Footer wording"
            hint="On every page, above the disclaimer and the page number. Up to four lines."
          >
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                className="resize-y"
                value={draft.footer ?? ''}
                onChange={(event) => set({ footer: event.target.value })}
              />
            )}
          </Field>
        </div>
        <LetterheadPreview letterhead={draft} />
        {save.isError && (
          <Notice tone="danger" className="md:col-span-2">
            {messageOf(save.error, 'The letterhead could not be saved. What you entered is still here; try again.')}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2 md:col-span-2">
          <Button type="submit" variant="primary" pending={save.isPending} disabled={!isChanged}>
            {save.isPending ? 'Saving...' : 'Save Letterhead'}
          </Button>
          {isChanged && (
            <Button variant="ghost" disabled={save.isPending} onClick={() => setDraft(saved)}>
              Discard changes
            </Button>
          )}
        </div>
      </CardBody>
    </form>
  );
}

function LetterheadPreview({ letterhead }: { letterhead: Letterhead }) {
  const { logo, institution = '', address = '', footer = '' } = letterhead;
  const isEmpty = !logo && ![institution, address, footer].some((text) => text.trim());
  return (
    <figure className="flex min-w-0 flex-col">
      <figcaption className="label">On your exported reports</figcaption>
      <Paper className="flex min-h-72 flex-1 flex-col text-xs leading-snug">
        {isEmpty && <p className="m-auto text-sm text-neutral-600">Without one, reports begin with their title.</p>}
        {!isEmpty && (
          <>
            <div className="flex items-center gap-3 border-b border-neutral-500 pb-2">
              {logo && <img src={logo} alt="Your logo" className="max-h-14 max-w-28 shrink-0 object-contain" />}
              <div className="min-w-0">
                <p className="text-base font-bold wrap-anywhere">{institution}</p>
                <p className="whitespace-pre-line wrap-anywhere text-neutral-700">{linesOf(address)}</p>
              </div>
            </div>
            {/* The report, hinted at. */}
            <div className="my-4 grid gap-2" aria-hidden>
              <div className="mx-auto h-2 w-1/3 rounded bg-neutral-300" />
              <div className="h-8 rounded border border-neutral-300" />
              <div className="h-1.5 w-5/6 rounded bg-neutral-200" />
              <div className="h-1.5 w-4/6 rounded bg-neutral-200" />
              <div className="h-1.5 w-5/6 rounded bg-neutral-200" />
            </div>
            <p className="mt-auto text-center whitespace-pre-line wrap-anywhere text-neutral-700">{linesOf(footer)}</p>
          </>
        )}
      </Paper>
    </figure>
  );
}

/** Blank lines are left out of the file, so they are here. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim())
    .join('\n');
}
