import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscriptionStatusQuery } from '@/api/subscription';
import type { SubscriptionStatus } from '@/api/types';
import { toastStore } from '@/components/ui/toast-store';
import { signedOutPath, usePaymentReturn } from './use-payment-return';

function Page() {
  usePaymentReturn('/account');
  return null;
}

async function showAt(address: string, daysRemaining: number | null = 2) {
  window.history.replaceState(null, '', address);
  const client = new QueryClient();
  const status = { hasPremiumAccess: daysRemaining === null, daysRemaining } as SubscriptionStatus;
  client.setQueryData(subscriptionStatusQuery.queryKey, status);
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(0);
  return invalidate;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  toastStore.dismiss();
  vi.useRealTimers();
});

it('after a payment: says so, cleans the address, and asks for the status after two seconds', async () => {
  const invalidate = await showAt('/account?payment=success');
  expect(window.location.href).toMatch(/\/account$/);
  expect(toastStore.current()).toMatchObject({
    title: 'Payment Successful!',
    description: 'Your subscription is being activated. Please wait a moment...',
  });
  vi.advanceTimersByTime(1_999);
  expect(invalidate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['subscription'] });
});

it('says nothing where nobody pays', async () => {
  await showAt('/account?payment=success', null);
  expect(window.location.href).toMatch(/\/account$/);
  expect(toastStore.current()?.open).toBeFalsy();
});

it('does nothing without the parameter', async () => {
  const invalidate = await showAt('/account');
  vi.advanceTimersByTime(10_000);
  expect(invalidate).not.toHaveBeenCalled();
});

it('a signed-out visitor who comes from a payment signs in and comes back with it; nobody else does', () => {
  window.history.replaceState(null, '', '/app?payment=success');
  expect(signedOutPath('/app', '/')).toBe('/api/login?next=%2Fapp%3Fpayment%3Dsuccess');
  window.history.replaceState(null, '', '/app?payment=failed');
  expect(signedOutPath('/app', '/')).toBe('/');
  expect(signedOutPath('/account')).toBe('/api/login?next=%2Faccount');
});
