import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toaster } from '@/components/ui/toast';
import { toastStore } from '@/components/ui/toast-store';
import { SubscriptionCard } from './subscription-card';

const ACTIVE = {
  status: 'active',
  trialExpired: false,
  hasActiveSubscription: true,
  hasPremiumAccess: true,
  daysRemaining: 20,
};
const CANCELLED = { ...ACTIVE, status: 'cancelled', hasActiveSubscription: false };

afterEach(() => {
  toastStore.dismiss();
  vi.unstubAllGlobals();
});

/** Shows the card of an active subscriber; `cancel` answers the cancel call. */
async function showCard(cancel: () => Response) {
  let status: object = ACTIVE;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== '/api/subscription/cancel') return Response.json(status);
    const response = cancel();
    if (response.ok) status = CANCELLED;
    return response;
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SubscriptionCard />
      <Toaster />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel Subscription' }));
}

it('cancels after a question, says so and shows the new state', async () => {
  await showCard(() => Response.json({ message: 'Done.' }));
  expect(await screen.findByRole('alertdialog', { name: 'Cancel Subscription?' })).toHaveTextContent(
    "Are you sure you want to cancel your subscription? You'll retain access until the end of your current billing period.",
  );
  await userEvent.click(screen.getByRole('button', { name: 'Yes, Cancel' }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    "Subscription CancelledYou'll retain access until the end of the current billing period.",
  );
  expect(
    await screen.findByText('Your subscription has been cancelled. You can resubscribe anytime.'),
  ).toBeInTheDocument();
});

it('changes nothing when the person keeps the subscription', async () => {
  const cancel = vi.fn(() => Response.json({}));
  await showCard(cancel);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep Subscription' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(cancel).not.toHaveBeenCalled();
});

it('says when it failed, and the subscription stays', async () => {
  await showCard(() => new Response('', { status: 500 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to cancel subscription');
  expect(screen.getByText('Your monthly subscription is active. ₹399/month')).toBeInTheDocument();
});
