/** Account and billing: who you are, what you pay, and what you keep here. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnbilled, subscriptionStatusQuery } from '@/api/subscription';
import type { CurrentUser } from '@/api/types';
import { PageLoading } from '@/components/ui/spinner';
import { signatureQuery } from './api';
import { BillingCard } from './billing-card';
import { CustomTemplatesCard } from './custom-templates-card';
import { DataCard } from './data-card';
import { LetterheadCard } from './letterhead-card';
import { ProfileCard } from './profile-card';
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
  return (
    <main id="main" className="mx-auto max-w-[50rem] px-5 pt-8 pb-16">
      <h1 className="text-xl font-semibold tracking-tight">{billed ? 'Account & Billing' : 'Account'}</h1>
      <div className="mt-5 grid gap-4">
        <ProfileCard user={user} />
        {billed && <SubscriptionCard />}
        {billed && <BillingCard />}
        <SignatureCard premium={premium} />
        <LetterheadCard />
        <CustomTemplatesCard premium={premium} />
        <VocabularyCard />
        <SessionsCard />
        <DataCard user={user} billed={billed} />
      </div>
    </main>
  );
}
