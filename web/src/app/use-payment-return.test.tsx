import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastStore } from '@/components/ui/toast-store';
import { usePaymentReturn } from './use-payment-return';

function Page() {
  usePaymentReturn('/account');
  return null;
}

function showAt(address: string) {
  window.history.replaceState(null, '', address);
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  return invalidate;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  toastStore.dismiss();
  vi.useRealTimers();
});

it('after a payment: says so, cleans the address, and asks for the status after two seconds', () => {
  const invalidate = showAt('/account?payment=success');
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

it('does nothing without the parameter', () => {
  const invalidate = showAt('/account');
  vi.advanceTimersByTime(10_000);
  expect(invalidate).not.toHaveBeenCalled();
});
