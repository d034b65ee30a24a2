import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { SUBSCRIPTION_DAYS } from '@/lib/constants';
import { useChange } from './api';

/** Activates whoever has paid, by the address alone: among many users nobody is looked for. */
export function ActivationCard() {
  const [email, setEmail] = useState('');
  const activation = useChange(() => setEmail(''));
  const userEmail = email.trim();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (userEmail && !activation.isPending) activation.mutate({ change: 'activate', userEmail });
  }

  return (
    <Card aria-labelledby="manual-activation">
      <CardHeader id="manual-activation" title="Manual Activation" />
      <CardBody>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <Field label="User's e-mail" className="min-w-56 flex-1 sm:max-w-96">
            {(control) => (
              <Input
                {...control}
                type="email"
                required
                autoComplete="off"
                placeholder="name@hospital.example"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" disabled={!userEmail} pending={activation.isPending}>
            {activation.isPending ? 'Activating...' : 'Activate'}
          </Button>
          <p className="basis-full text-2xs text-ink-3">
            Gives {SUBSCRIPTION_DAYS} days, behind what is left of a cancelled period. The user must have signed in
            once.
          </p>
        </form>
      </CardBody>
    </Card>
  );
}
