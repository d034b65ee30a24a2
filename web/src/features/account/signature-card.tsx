import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/api/api-error';
import type { Signature } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { PremiumNotice } from '@/components/premium-notice';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { UndoLine } from '@/components/undo-line';
import { signatureQuery } from './api';
import { Paper, PictureField } from './picture-field';
import { NO_SIGNATURE, useClearSignature, useSaveSignature } from './signature-api';

const LINES = [
  { field: 'signatureName', label: 'Name' },
  { field: 'signatureDesignation', label: 'Designation' },
  { field: 'signatureDepartment', label: 'Department' },
  { field: 'signatureInstitution', label: 'Institution' },
] as const;

export function SignatureCard({ premium }: { premium: boolean }) {
  const { data: saved, isPending, isFetching, refetch } = useQuery(signatureQuery);
  return (
    <Card aria-labelledby="signature">
      <CardHeader id="signature" title="Signature Settings" />
      {premium && saved !== undefined && <SignatureForm saved={saved ?? NO_SIGNATURE} />}
      {premium && saved === undefined && !isPending && (
        <CardBody>
          <LoadFailed what="Your signature" pending={isFetching} onRetry={refetch} />
        </CardBody>
      )}
      {!premium && (
        <CardBody className="grid gap-4">
          <PremiumNotice>Save a signature once and have it on every report you export.</PremiumNotice>
          {saved && !isEmpty(saved) && <KeptSignature signature={saved} />}
        </CardBody>
      )}
    </Card>
  );
}

/** What was saved while there was a subscription stays its owner's, to look at and to delete. */
function KeptSignature({ signature }: { signature: Signature }) {
  const clear = useClearSignature();
  return (
    <div className="grid justify-items-start gap-3">
      <figure className="w-full max-w-96">
        <figcaption className="label">Kept from your subscription</figcaption>
        <SignaturePaper signature={signature} />
      </figure>
      <Button pending={clear.isPending} onClick={() => clear.mutate()}>
        {clear.isPending ? 'Clearing...' : 'Clear'}
      </Button>
    </div>
  );
}

function SignaturePaper({ signature }: { signature: Signature }) {
  return (
    <Paper className="flex min-h-52 flex-1 flex-col justify-end">
      {isEmpty(signature) && <p className="m-auto text-sm text-neutral-600">Your signature will stand here.</p>}
      {signature.signatureImage && (
        <img
          src={signature.signatureImage}
          alt="Your signature"
          className="mb-1 max-h-[5.2rem] max-w-[14rem] self-start object-contain object-left"
        />
      )}
      {LINES.map(({ field }) => signature[field])
        .filter((line) => line?.trim())
        .map((line, index) => (
          // The lines stand in a fixed order and are never moved.
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same
          <p key={index} className={index === 0 ? 'font-bold wrap-anywhere' : 'wrap-anywhere'}>
            {line}
          </p>
        ))}
    </Paper>
  );
}

function SignatureForm({ saved }: { saved: Signature }) {
  const [draft, setDraft] = useState(saved);
  const [cleared, setCleared] = useState<Signature | null>(null);
  const save = useSaveSignature();
  const clear = useClearSignature();
  const pending = save.isPending || clear.isPending;
  const empty = isEmpty(draft);

  const edit = (change: Partial<Signature>) => {
    setCleared(null);
    setDraft((current) => ({ ...current, ...change }));
  };
  const keep = (signature: Signature) =>
    save.mutate(signature, {
      onSuccess: (kept) => {
        setCleared(null);
        // What was typed meanwhile is not saved yet, and stays.
        setDraft((current) => (current === draft ? kept : current));
      },
    });
  function submit(event: FormEvent): void {
    event.preventDefault();
    keep(draft);
  }
  function wipe(): void {
    const before = draft;
    clear.mutate(undefined, {
      onSuccess: () => {
        setDraft(NO_SIGNATURE);
        setCleared(before);
        save.reset();
      },
    });
  }

  return (
    <form onSubmit={submit} aria-labelledby="signature">
      <UndoLine
        done={cleared && 'The signature was cleared.'}
        canRedo={false}
        onUndo={() => cleared && keep(cleared)}
        onRedo={() => undefined}
      />
      <CardBody className="grid gap-5 md:grid-cols-2">
        <div className="grid content-start gap-3">
          <PictureField
            label="Signature Image"
            value={draft.signatureImage ?? null}
            disabled={pending}
            onChange={(signatureImage) => edit({ signatureImage })}
          />
          {LINES.map(({ field, label }) => (
            <Field key={field} label={label}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={200}
                  autoComplete="off"
                  value={draft[field] ?? ''}
                  onChange={(event) => edit({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <figure className="flex min-w-0 flex-col">
          <figcaption className="label">Under your exported reports</figcaption>
          <SignaturePaper signature={draft} />
        </figure>
        {save.isError && (
          <Notice tone="danger" className="md:col-span-2">
            {messageOf(save.error, 'The signature could not be saved. What you entered is still here; try again.')}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2 md:col-span-2">
          <Button type="submit" variant="primary" pending={save.isPending} disabled={pending || empty}>
            {save.isPending ? 'Saving...' : 'Save Signature'}
          </Button>
          <Button pending={clear.isPending} disabled={pending || (empty && isEmpty(saved))} onClick={wipe}>
            {clear.isPending ? 'Clearing...' : 'Clear'}
          </Button>
        </div>
      </CardBody>
    </form>
  );
}

function isEmpty(signature: Signature): boolean {
  return Object.values(signature).every((value) => !value?.trim());
}
