import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '@/api/types';
import { mustSubscribe } from './redirect';

const TRIAL: SubscriptionStatus = {
  status: 'trial',
  trialExpired: false,
  hasActiveSubscription: false,
  hasPremiumAccess: false,
  daysRemaining: 2,
};

describe('the workspace', () => {
  it('keeps a user on trial, with a subscription, or cancelled within the period', () => {
    const active: SubscriptionStatus = { ...TRIAL, status: 'active', hasActiveSubscription: true, trialExpired: true };
    expect(mustSubscribe(TRIAL, false)).toBe(false);
    expect(mustSubscribe(active, false)).toBe(false);
    expect(mustSubscribe({ ...active, status: 'cancelled' }, false)).toBe(false);
  });

  it('keeps the page when the status could not be read', () => {
    expect(mustSubscribe(undefined, false)).toBe(false);
  });

  it('sends an expired trial or subscription to subscribe', () => {
    expect(mustSubscribe({ ...TRIAL, trialExpired: true }, false)).toBe(true);
    expect(mustSubscribe({ ...TRIAL, status: 'expired' }, false)).toBe(true);
  });

  it('lets a dictation be finished when the trial ends during it', () => {
    expect(mustSubscribe({ ...TRIAL, trialExpired: true }, true)).toBe(false);
  });
});
