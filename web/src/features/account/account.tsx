/** Account and billing: who you are, what you pay, and what you keep here. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { isUnbilled, subscriptionStatusQuery } from '@/api/subscription';
import type { CurrentUser } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PageLoading } from '@/components/ui/spinner';
import { signatureQuery } from './api';
import { BillingCard } from './billing-card';
import { CustomTemplatesCard } from './custom-templates-card';
import { DataCard } from './data-card';
import { LetterheadCard } from './letterhead-card';
import { ProfileCard } from './profile-card';
import { ReportStyleCard } from './report-style-card';
import { SessionsCard } from './sessions-card';
import { SignatureCard } from './signature-card';
import { SubscriptionCard } from './subscription-card';
import { VocabularyCard } from './vocabulary-card';

export function Account({ user }: { user: CurrentUser }) {
  const status = useQuery(subscriptionStatusQuery);
  const signature = useQuery(signatureQuery);
  const waits = status.isPending || signature.isPending;
  // Once shown it stays: a card asks again for what could not be had, and would take the page away with that.
  const [shown, show] = useState(!waits);
  if (!waits && !shown) show(true);
  if (!shown) return <PageLoading label="Loading your account" />;
  const premium = status.data?.hasPremiumAccess ?? false;
  const billed = !(status.data && isUnbilled(status.data));
  const again = { pending: status.isFetching, onRetry: () => void status.refetch() };
  return (
    <main id="main" className="mx-auto max-w-[50rem] px-5 pt-8 pb-16">
      <h1 className="text-xl font-semibold tracking-tight">{billed ? 'Account & Billing' : 'Account'}</h1>
      <div className="mt-5 grid gap-4">
        <ProfileCard user={user} />
        {billed && <SubscriptionCard />}
        {billed && <BillingCard />}
        {status.data ? <SignatureCard premium={premium} /> : <Unread title="Signature Settings" {...again} />}
        <LetterheadCard />
        {status.data ? <CustomTemplatesCard premium={premium} /> : <Unread title="Custom Templates" {...again} />}
        <VocabularyCard />
        <ReportStyleCard />
        <SessionsCard />
        <DataCard user={user} billed={billed} />
      </div>
    </main>
  );
}

/** In the place of what only subscribers have: whoever has paid is not told to pay because the server did not answer. */
function Unread({ title, pending, onRetry }: { title: string; pending: boolean; onRetry: () => void }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} />
      <CardBody>
        <LoadFailed what="Your subscription" pending={pending} onRetry={onRetry} />
      </CardBody>
    </Card>
  );
}
