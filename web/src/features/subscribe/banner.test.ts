import { expect, it } from 'vitest';
import type { SubscriptionStatus } from '@/api/types';
import { bannerFor } from './banner';

const TRIAL: SubscriptionStatus = {
  status: 'trial',
  trialExpired: false,
  hasActiveSubscription: false,
  hasPremiumAccess: false,
  daysRemaining: 2,
};

it.each([
  [{}, 'Trial Active', '2 days remaining in your free trial.'],
  [{ daysRemaining: 1 }, 'Trial Active', '1 day remaining in your free trial.'],
  [
    { trialExpired: true, daysRemaining: 0 },
    'Trial Expired',
    'Your free trial has ended. Subscribe to go on reporting.',
  ],
  [{ status: 'expired' as const }, 'Subscription Expired', 'Subscribe again to go on reporting.'],
  [
    { status: 'expired' as const, trialExpired: true, daysRemaining: 0 },
    'Subscription Expired',
    'Subscribe again to go on reporting.',
  ],
  [
    { status: 'cancelled' as const },
    'Subscription Cancelled',
    'You keep access for 2 days. You can resubscribe anytime.',
  ],
])('for %j the banner is %s', (change, title, text) => {
  expect(bannerFor({ ...TRIAL, ...change })).toMatchObject({ title, text });
});
