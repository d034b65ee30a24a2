/** What the subscription card says for each state, and the one thing that can be done next. */
import type { SubscriptionStatus } from '@/api/types';
import { PRICE_INR } from '@/lib/constants';

export type Panel = {
  badge: { label: string; tone: 'ok' | 'accent' | 'warn' | 'danger' | 'plain' };
  title: string;
  text: string;
  /** How long access lasts, where the text does not say it. */
  note?: string;
  /** The one thing to do next. */
  action: 'subscribe' | 'cancel';
};

export function panelFor(status: SubscriptionStatus): Panel {
  switch (status.status) {
    case 'active':
      return {
        badge: { label: 'Active', tone: 'ok' },
        title: 'Active Subscription',
        text: `Your monthly subscription is active. ₹${PRICE_INR}/month`,
        note: daysRemaining(status.daysRemaining),
        action: 'cancel',
      };
    case 'cancelled':
      return {
        badge: { label: 'Cancelled', tone: 'warn' },
        title: 'Subscription Cancelled',
        text: 'Your subscription has been cancelled. You can resubscribe anytime.',
        note: `Access until the end of the billing period: ${daysRemaining(status.daysRemaining)}`,
        action: 'subscribe',
      };
    case 'expired':
      return {
        badge: { label: 'Expired', tone: 'danger' },
        title: 'Subscription Expired',
        text: 'Your subscription has expired. Please subscribe to continue using the product.',
        action: 'subscribe',
      };
    case 'trial':
      return {
        badge: status.trialExpired ? { label: 'Expired', tone: 'danger' } : { label: 'Trial', tone: 'accent' },
        title: 'Free Trial',
        text: status.trialExpired
          ? 'Your trial has expired.'
          : `${daysRemaining(status.daysRemaining)}. Subscribe to keep access when the trial ends.`,
        action: 'subscribe',
      };
  }
}

export function daysRemaining(days: number | null): string {
  return days === 1 ? '1 day remaining' : `${days} days remaining`;
}
