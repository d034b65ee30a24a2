import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf } from '@/api/api-error';
import { requestJson } from '@/api/client';
import { currentUserQuery } from '@/api/session';
import type { CurrentUser } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { toast } from '@/components/ui/toast-store';
import { Entry } from './entry';

type Names = Pick<CurrentUser, 'firstName' | 'lastName'>;

export function ProfileCard({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(false);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Card aria-labelledby="profile">
      <CardHeader
        id="profile"
        title="Profile"
        aside={
          !editing && (
            <Button variant="ghost" size="sm" className="-mr-2" onClick={() => setEditing(true)}>
              {name ? 'Edit name' : 'Add your name'}
            </Button>
          )
        }
      />
      <CardBody className="grid gap-4">
        {editing && <NameForm user={user} onDone={() => setEditing(false)} />}
        <dl className="grid gap-4 sm:grid-cols-2">
          {!editing && <Entry term="Name" value={name || 'Not set'} />}
          <Entry term="Email" value={user.email || 'Not available'} />
        </dl>
      </CardBody>
    </Card>
  );
}

function NameForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const client = useQueryClient();
  const [names, setNames] = useState<Names>({ firstName: user.firstName, lastName: user.lastName });
  const save = useMutation({
    mutationFn: (body: Names) => requestJson<CurrentUser>('/api/user/profile', { method: 'PUT', body }),
    onSuccess: (saved) => {
      client.setQueryData(currentUserQuery.queryKey, saved);
      toast({ title: 'Name Saved' });
      onDone();
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'Failed to save your name'), variant: 'destructive' }),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(names);
  }
  return (
    <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
      <Field label="First name">
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="given-name"
            maxLength={100}
            value={names.firstName ?? ''}
            onChange={(event) => setNames({ ...names, firstName: event.target.value })}
          />
        )}
      </Field>
      <Field label="Last name">
        {(control) => (
          <Input
            {...control}
            autoComplete="family-name"
            maxLength={100}
            value={names.lastName ?? ''}
            onChange={(event) => setNames({ ...names, lastName: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="ghost" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
