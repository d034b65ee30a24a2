/** What the subscription banner says, from the status and the clock. */

import type { SubscriptionPeriod } from '@/api/types';

export interface BannerText {
  readonly text: string;
  readonly tone: 'plain' | 'premium' | 'ended';
  /** What the button to /subscribe says; none for a subscriber. */
  readonly subscribe: 'Subscribe' | 'Subscribe Now' | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "2 days 4 hours 12 minutes", "4 hours 12 minutes" or "12 minutes". */
export function remainingTime(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  const parts = [counted(minutes, 'minute')];
  if (days > 0 || hours > 0) parts.unshift(counted(hours, 'hour'));
  if (days > 0) parts.unshift(counted(days, 'day'));
  return parts.join(' ');
}

/** Nothing where nobody pays: an active period without an end. */
export function bannerText(period: SubscriptionPeriod, now: number): BannerText | null {
  if (period.status === 'active' && period.expiresAt === null) return null;
  const left = period.expiresAt === null ? Number.NaN : Date.parse(period.expiresAt) - now;
  const ended = left <= 0;
  const time = Number.isNaN(left) ? null : remainingTime(left);
  switch (period.status) {
    case 'trial':
      if (ended) return { text: 'Free trial expired', tone: 'ended', subscribe: 'Subscribe Now' };
      return { text: time ? `Free trial: ${time} remaining` : 'Free trial', tone: 'plain', subscribe: 'Subscribe' };
    case 'active':
      if (ended) return { text: 'Subscription expired', tone: 'ended', subscribe: 'Subscribe Now' };
      return {
        text: time ? `Premium subscription: ${time} remaining` : 'Premium subscription',
        tone: 'premium',
        subscribe: null,
      };
    case 'cancelled':
      if (ended) return { text: 'Subscription expired', tone: 'ended', subscribe: 'Subscribe Now' };
      return {
        text: time ? `Subscription cancelled: ${time} remaining` : 'Subscription cancelled',
        tone: 'plain',
        subscribe: 'Subscribe',
      };
    case 'expired':
      return {
        text: period.trialStartDate && !period.expiresAt ? 'Trial Expired' : 'Expired',
        tone: 'ended',
        subscribe: 'Subscribe Now',
      };
  }
}

/** When the banner will next say something else; null when it never will by itself. */
export function untilNextMinute(period: SubscriptionPeriod, now: number): number | null {
  if (period.expiresAt === null) return null;
  const left = Date.parse(period.expiresAt) - now;
  if (!(left > 0)) return null;
  return (left % MINUTE) + 1;
}

function counted(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
