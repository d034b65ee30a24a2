/** What stands on top of the subscribe page. */
import type { SubscriptionStatus } from '@/api/types';

export type Banner = { tone: 'accent' | 'warn' | 'danger'; title: string; text: string };

export function bannerFor({ status, trialExpired, daysRemaining }: SubscriptionStatus): Banner {
  // A paid period that is over comes first: whoever has paid before is not told of a trial.
  if (status === 'expired') {
    return { tone: 'danger', title: 'Subscription Expired', text: 'Subscribe again to go on reporting.' };
  }
  if (trialExpired) {
    return { tone: 'danger', title: 'Trial Expired', text: 'Your free trial has ended. Subscribe to go on reporting.' };
  }
  if (status === 'cancelled') {
    return {
      tone: 'warn',
      title: 'Subscription Cancelled',
      text: `You keep access for ${days(daysRemaining)}. You can resubscribe anytime.`,
    };
  }
  return { tone: 'accent', title: 'Trial Active', text: `${days(daysRemaining)} remaining in your free trial.` };
}

function days(count: number | null): string {
  return count === 1 ? '1 day' : `${count} days`;
}
