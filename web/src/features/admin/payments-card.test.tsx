import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { PaymentsCard } from './payments-card';

const UNCLAIMED = {
  provider: 'razorpay',
  paymentId: 'pay_1',
  email: 'asha@example.org',
  amount: 39_900,
  currency: 'INR',
  reason: 'unclaimed',
  at: '2026-11-20T12:00:00Z',
};
const NAMELESS = { ...UNCLAIMED, paymentId: 'pay_2', email: null, reason: 'no-address' };

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows the card of these payments; settling takes one off. Gives what was sent to the server. */
function showCard(payments: { paymentId: string }[]): string[] {
  const sent: string[] = [];
  let open = payments;
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === '/api/admin/payments') return Response.json({ payments: open });
    sent.push(String(body));
    open = open.filter(({ paymentId }) => !String(body).includes(paymentId));
    return Response.json({ message: 'The payment is off the list.' });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PaymentsCard />
      <Toaster />
    </QueryClientProvider>,
  );
  return sent;
}

it('says who paid what and why it waits, and takes off what was taken care of', async () => {
  const sent = showCard([UNCLAIMED, NAMELESS]);
  expect(await screen.findByText('asha@example.org')).toBeInTheDocument();
  expect(screen.getByText('No e-mail address')).toBeInTheDocument();
  expect(screen.getAllByText('₹399.00')).toHaveLength(2);
  expect(screen.getByText('Not signed in yet')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Settle payment pay_2' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, settle' }));
  expect(await screen.findByText('Payment Settled')).toBeInTheDocument();
  await vi.waitFor(() => expect(screen.queryByText('pay_2')).toBeNull());
  expect(sent).toEqual(['{"provider":"razorpay","paymentId":"pay_2"}']);
  expect(screen.getByText('pay_1')).toBeInTheDocument();
});

it('leaves it to the page to say that somebody is no administrator', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No.' }, { status: 403 }));
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PaymentsCard />
    </QueryClientProvider>,
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('region')).toBeNull();
});

it('is not there while nothing waits', async () => {
  showCard([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('region', { name: 'Payments to look at' })).toBeNull();
});
