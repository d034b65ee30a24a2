/** What is stored about the person, all of it as a file, and the end of it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/api/api-error';
import { requestFile, requestJson } from '@/api/client';
import type { CurrentUser } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast-store';
import { download } from '@/lib/download';
import { leaveFor } from '@/lib/navigation';
import { rememberSignedIn } from '@/lib/signed-in-hint';
import { forgetUser } from '@/lib/vault/forget-user';
import { LeavingList } from './leaving-list';

/** What is kept, and where. Where nobody pays there is nothing of money to keep. */
const factsOf = (billed: boolean) => [
  {
    where: 'On the server',
    what: `Name and e-mail address, how you sign in, ${billed ? 'subscription, payments, ' : ''}where you are signed in, signature, letterhead, templates, vocabulary, report style, how many recordings and reports you made and when, and what happened to the account. No recording, no transcript, no report and nothing of a patient.`,
  },
  {
    where: 'In this browser',
    what: 'Drafts, recordings that are not finished and recent reports: encrypted, readable by you alone, and deleted by themselves once they are done with.',
  },
];

export function DataCard({ user, billed }: { user: CurrentUser; billed: boolean }) {
  const [open, setOpen] = useState(false);
  const saving = useMutation({
    mutationFn: () => requestFile('/api/user/export'),
    onSuccess: ({ blob, fileName }) => download(blob, fileName ?? 'readout_my_data.json'),
    onError: () =>
      toast({ title: 'Download Failed', description: 'Failed to download your data.', variant: 'destructive' }),
  });
  return (
    <Card aria-labelledby="own-data">
      <CardHeader id="own-data" title="Your Data" />
      <CardBody className="grid gap-4">
        <dl className="grid gap-4 sm:grid-cols-2">
          {factsOf(billed).map(({ where, what }) => (
            <div key={where}>
              <dt className="text-sm font-medium">{where}</dt>
              <dd className="mt-0.5 text-sm text-pretty text-ink-2">{what}</dd>
            </div>
          ))}
          <div className="sm:col-span-2">
            <dt className="text-sm font-medium">What leaves the server</dt>
            <dd className="mt-1 text-sm text-pretty text-ink-2">
              <LeavingList billed={billed} />
            </dd>
          </div>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button pending={saving.isPending} onClick={() => saving.mutate()}>
            {saving.isPending ? 'Downloading...' : 'Download my data'}
          </Button>
          <Button variant="ghost" className="text-rec hover:text-rec" onClick={() => setOpen(true)}>
            Delete my account
          </Button>
        </div>
      </CardBody>
      <Dialog open={open} onOpenChange={setOpen} title="Delete Account?">
        <DeleteForm user={user} billed={billed} onKeep={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function DeleteForm({ user, billed, onKeep }: { user: CurrentUser; billed: boolean; onKeep: () => void }) {
  const [email, setEmail] = useState('');
  const deleting = useMutation({
    mutationFn: async () => {
      await requestJson('/api/user', { method: 'DELETE', body: { email } });
      // What cannot be deleted here is unreadable from now on: its key is gone.
      await forgetUser(user.id).catch(() => undefined);
    },
    onSuccess: () => {
      rememberSignedIn(false);
      leaveFor('/?account=deleted');
    },
  });
  const isConfirmed = email.trim().toLowerCase() === user.email.toLowerCase();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed) deleting.mutate();
  }

  return (
    <form onSubmit={submit} className="mt-2 grid gap-4">
      <div className="grid gap-2 text-sm text-ink-2">
        <p>
          Everything that is stored about you is deleted at once, on the server and in this browser: signature,
          letterhead, templates, vocabulary, report style, drafts and recordings.{' '}
          {billed && 'What is left of a paid period ends with it; the books keep what was paid, without your name. '}
          This action cannot be undone.
        </p>
        <p>
          For a year a fingerprint of your address is kept, from which the address cannot be read; it only tells whether
          the same address signs in again. Signing in again makes a new, empty account
          {billed && ', whose free trial goes on from where it was'}.
        </p>
      </div>
      <Field label={`Type ${user.email} to confirm`}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {deleting.isError && (
        <Notice tone="danger">
          {messageOf(deleting.error, 'The account could not be deleted. Please try again.')}
        </Notice>
      )}
      <DialogActions>
        <Button disabled={deleting.isPending || deleting.isSuccess} onClick={onKeep}>
          Keep my account
        </Button>
        <Button
          type="submit"
          variant="danger"
          pending={deleting.isPending || deleting.isSuccess}
          disabled={!isConfirmed}
        >
          {deleting.isPending || deleting.isSuccess ? 'Deleting...' : 'Delete my account'}
        </Button>
      </DialogActions>
    </form>
  );
}
