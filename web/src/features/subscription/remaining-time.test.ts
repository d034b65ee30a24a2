import { describe, expect, it } from 'vitest';
import type { SubscriptionPeriod, SubscriptionState } from '@/api/types';
import { bannerText, remainingTime, untilNextMinute } from './remaining-time';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const at = (iso: string | null, status: SubscriptionState): SubscriptionPeriod => ({
  status,
  expiresAt: iso,
  trialStartDate: '2026-11-19T00:00:00Z',
});

describe('remaining time', () => {
  const minute = 60_000;
  it.each([
    [(2 * 24 * 60 + 4 * 60 + 12) * minute, '2 days 4 hours 12 minutes'],
    [(24 * 60 + 61) * minute, '1 day 1 hour 1 minute'],
    [(4 * 60 + 12) * minute, '4 hours 12 minutes'],
    [12 * minute + 59_000, '12 minutes'],
    [30_000, '0 minutes'],
  ])('of %d ms is %s', (milliseconds, expected) => {
    expect(remainingTime(milliseconds)).toBe(expected);
  });
});

describe('the subscription banner', () => {
  it('counts a trial down', () => {
    expect(bannerText(at('2026-11-22T16:12:30Z', 'trial'), NOW)).toEqual({
      text: 'Free trial: 2 days 4 hours 12 minutes remaining',
      tone: 'plain',
      subscribe: 'Subscribe',
    });
  });

  it('says in red that a trial has ended', () => {
    expect(bannerText(at('2026-11-20T12:00:00Z', 'trial'), NOW)).toEqual({
      text: 'Free trial expired',
      tone: 'ended',
      subscribe: 'Subscribe Now',
    });
  });

  it('says in green how long a subscription lasts, and that it ended', () => {
    expect(bannerText(at('2026-11-20T16:12:00Z', 'active'), NOW)).toEqual({
      text: 'Premium subscription: 4 hours 12 minutes remaining',
      tone: 'premium',
      subscribe: null,
    });
    expect(bannerText(at('2026-11-20T11:00:00Z', 'active'), NOW)?.text).toBe('Subscription expired');
  });

  it('counts a cancelled period down too, and says when it is over', () => {
    expect(bannerText(at('2026-11-21T13:01:00Z', 'cancelled'), NOW)).toEqual({
      text: 'Subscription cancelled: 1 day 1 hour 1 minute remaining',
      tone: 'plain',
      subscribe: 'Subscribe',
    });
    expect(bannerText(at('2026-11-20T11:00:00Z', 'cancelled'), NOW)?.text).toBe('Subscription expired');
  });

  it('says nothing where nobody pays', () => {
    expect(bannerText(at(null, 'active'), NOW)).toBeNull();
  });

  it('has the labels of ended accounts', () => {
    expect(bannerText(at('2026-11-20T11:00:00Z', 'expired'), NOW)?.text).toBe('Expired');
    expect(bannerText(at(null, 'expired'), NOW)?.text).toBe('Trial Expired');
  });

  it('wakes when its minute is over, and not after the end', () => {
    expect(untilNextMinute(at('2026-11-20T12:10:20Z', 'trial'), NOW)).toBe(20_001);
    expect(untilNextMinute(at('2026-11-20T11:00:00Z', 'trial'), NOW)).toBeNull();
    expect(untilNextMinute(at(null, 'active'), NOW)).toBeNull();
  });
});
