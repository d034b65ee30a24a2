import { expect, it } from 'vitest';
import type { SubscriptionStatus } from '@/api/types';
import { panelFor } from './subscription-panel';

function check(status: Partial<SubscriptionStatus>, title: string, text: string, action: 'subscribe' | 'cancel') {
  const whole: SubscriptionStatus = {
    status: 'trial',
    trialExpired: false,
    hasActiveSubscription: false,
    hasPremiumAccess: false,
    daysRemaining: 0,
    ...status,
  };
  expect(panelFor(whole)).toMatchObject({ title, text, action });
}

it('says what each state means and what to do next', () => {
  check(
    { daysRemaining: 2 },
    'Free Trial',
    '2 days remaining. Subscribe to keep access when the trial ends.',
    'subscribe',
  );
  check(
    { daysRemaining: 1 },
    'Free Trial',
    '1 day remaining. Subscribe to keep access when the trial ends.',
    'subscribe',
  );
  check({ trialExpired: true }, 'Free Trial', 'Your trial has expired.', 'subscribe');
  check({ status: 'active' }, 'Active Subscription', 'Your monthly subscription is active. ₹399/month', 'cancel');
  check(
    { status: 'cancelled' },
    'Subscription Cancelled',
    'Your subscription has been cancelled. You can resubscribe anytime.',
    'subscribe',
  );
  check(
    { status: 'expired' },
    'Subscription Expired',
    'Your subscription has expired. Please subscribe to continue using the product.',
    'subscribe',
  );
});

it('says how long a paid period lasts, cancelled or not', () => {
  const paid = { trialExpired: false, hasPremiumAccess: true, daysRemaining: 12 };
  expect(panelFor({ ...paid, status: 'active', hasActiveSubscription: true }).note).toBe('12 days remaining');
  expect(panelFor({ ...paid, status: 'cancelled', hasActiveSubscription: false }).note).toBe(
    'Access until the end of the billing period: 12 days remaining',
  );
});
