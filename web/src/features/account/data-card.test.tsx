import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { leaveFor } from '@/lib/navigation';
import { forgetUser } from '@/lib/vault/forget-user';
import { DataCard } from './data-card';

vi.mock('@/lib/navigation', () => ({ leaveFor: vi.fn() }));
vi.mock('@/lib/vault/forget-user', () => ({ forgetUser: vi.fn(async () => undefined) }));

const USER = { id: 'u', email: 'Asha@example.org', firstName: null, lastName: null };

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog; `answer` answers the deletion, and what was asked is remembered. */
async function askToDelete(answer: () => Response, billed = true) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path}`, JSON.parse(String(body)));
    return answer();
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DataCard user={USER} billed={billed} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Account?' }));
  return { asked, remove: dialog.getByRole('button', { name: 'Delete my account' }), dialog };
}

it('deletes nothing until the address is typed, then forgets the user here and leaves', async () => {
  const { asked, remove, dialog } = await askToDelete(() => new Response(null, { status: 204 }));
  expect(remove).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type Asha@example.org to confirm'), 'asha@example.or');
  expect(remove).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type Asha@example.org to confirm'), 'g');
  await userEvent.click(remove);
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/?account=deleted'));
  expect(asked).toEqual(['DELETE /api/user', { email: 'asha@example.org' }]);
  expect(forgetUser).toHaveBeenCalledWith('u');
});

it('leaves even when this browser cannot forget: what it keeps has lost its key', async () => {
  vi.mocked(forgetUser).mockRejectedValueOnce(new Error('no storage'));
  const { remove, dialog } = await askToDelete(() => new Response(null, { status: 204 }));
  await userEvent.type(dialog.getByLabelText(/to confirm/), USER.email);
  await userEvent.click(remove);
  await vi.waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/?account=deleted'));
});

it('keeps everything here when the server could not delete', async () => {
  const { remove, dialog } = await askToDelete(() => new Response('', { status: 500 }));
  await userEvent.type(dialog.getByLabelText(/to confirm/), USER.email);
  await userEvent.click(remove);
  expect(await dialog.findByText('The account could not be deleted. Please try again.')).toBeInTheDocument();
  expect(forgetUser).not.toHaveBeenCalled();
  expect(leaveFor).not.toHaveBeenCalled();
});

it('speaks of a paid period and a trial only where somebody pays', async () => {
  const { dialog } = await askToDelete(() => new Response(null, { status: 204 }), false);
  expect(dialog.getByText(/deleted at once/)).not.toHaveTextContent(/paid/);
  expect(dialog.getByText(/new, empty account/)).not.toHaveTextContent(/trial/);
});
