import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createQueryClient } from '@/app/providers';
import { Account } from '@/features/account/account';

const asked: string[] = [];
const refuse = http.get('/api/*', ({ request }) => {
  asked.push(new URL(request.url).pathname);
  return HttpResponse.json({ message: 'Not now.', code: 'unavailable' }, { status: 503 });
});
const server = setupServer(refuse);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Account user={{ id: 'u', firstName: null, lastName: null, email: 'a@x.org' }} />
    </QueryClientProvider>,
  );

it('shows every card when nothing can be had, and does not ask again and again', async () => {
  open();
  await screen.findByRole('region', { name: 'Profile' });
  for (const name of ['Subscription', 'Signature Settings', 'Custom Templates']) {
    const card = within(screen.getByRole('region', { name }));
    expect(await card.findByText('Your subscription could not be loaded')).toBeInTheDocument();
  }
  expect(screen.queryByText('Premium Feature')).not.toBeInTheDocument();
  for (const what of ['letterhead', 'vocabulary', 'report style', 'sessions']) {
    expect(await screen.findByText(`Your ${what} could not be loaded`)).toBeInTheDocument();
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const times = asked.filter((path) => path === '/api/subscription/status').length;
  expect(times).toBeLessThanOrEqual(2);
});

it('goes on from one card when the server is back', async () => {
  open();
  const card = (await screen.findByText('Your vocabulary could not be loaded')).closest('section');
  server.use(http.get('/api/user/vocabulary', () => HttpResponse.json({ words: [], replacements: [] })));
  const again = card?.querySelector('button:last-of-type');
  if (!again) throw new Error('the card offers no way to try again');
  await userEvent.click(again);
  await waitFor(() => expect(screen.queryByText('Your vocabulary could not be loaded')).not.toBeInTheDocument());
});
