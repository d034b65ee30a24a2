/** The subscription as several features read it. The two status calls answer different
 * questions: what the person may do, and until when. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client';
import type { PaymentUrl, SubscriptionPeriod, SubscriptionStatus } from './types';

/** What the person may do now. Ask only for a signed-in user. */
export const subscriptionStatusQuery = queryOptions({
  queryKey: ['subscription', 'status'],
  queryFn: ({ signal }) => requestJson<SubscriptionStatus>('/api/subscription/status', { signal }),
});

/** When it ends: what the banner shows. */
export const subscriptionPeriodQuery = queryOptions({
  queryKey: ['subscription', 'period'],
  queryFn: ({ signal }) => requestJson<SubscriptionPeriod>('/api/subscription-status', { signal }),
});

/** Whether this installation asks for no money: everything is open, without end. */
export function isUnbilled({ hasPremiumAccess, daysRemaining }: SubscriptionStatus): boolean {
  return hasPremiumAccess && daysRemaining === null;
}

export const paymentUrlQuery = queryOptions({
  queryKey: ['subscription', 'payment-url'],
  queryFn: ({ signal }) => requestJson<PaymentUrl>('/api/subscription/payment-url', { signal }),
});

/** Everything under this key is refetched after the subscription changed. */
export const SUBSCRIPTION_KEY = ['subscription'];

export function cancelSubscription(): Promise<unknown> {
  return requestJson('/api/subscription/cancel', { method: 'POST' });
}
