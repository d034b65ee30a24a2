/** Who may stay in the workspace. Signed-out visitors never get this far. */
import type { SubscriptionStatus } from '@/api/types';

export function isExpired({ status, trialExpired, hasActiveSubscription }: SubscriptionStatus): boolean {
  return status === 'expired' || (trialExpired && !hasActiveSubscription);
}

/**
 * True when the workspace sends the person to /subscribe. A trial that ends during a dictation lets it be finished
 * and exported: `studyUnderWay` says that something on the page would be lost. A status that could not be read sends
 * nobody away.
 */
export function mustSubscribe(subscription: SubscriptionStatus | undefined, studyUnderWay: boolean): boolean {
  return subscription !== undefined && isExpired(subscription) && !studyUnderWay;
}
