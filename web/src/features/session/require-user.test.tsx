import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '@/api/session';
import * as navigation from '@/lib/navigation';
import { RequireUser } from './require-user';

const USER = { id: '1', firstName: 'Asha', lastName: 'Rao', email: 'a@x.org' };
const leave = vi.spyOn(navigation, 'leaveFor').mockImplementation(() => undefined);

const reload = vi.spyOn(navigation, 'reloadPage').mockImplementation(() => undefined);

beforeEach(() => {
  leave.mockClear();
  reload.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RequireUser signedOutTo="/">{(user) => <p>Hello {user.firstName}</p>}</RequireUser>
    </QueryClientProvider>,
  );
  return client;
}

it('lets a signed-in person in', async () => {
  show(async () => Response.json(USER));
  expect(await screen.findByText('Hello Asha')).toBeInTheDocument();
  expect(leave).not.toHaveBeenCalled();
});

it('sends a signed-out visitor away', async () => {
  show(async () => new Response('{}', { status: 401 }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
});

it('stays when the server fails, and lets the person try again', async () => {
  let up = false;
  show(async () => (up ? Response.json(USER) : new Response('', { status: 503 })));
  const again = await screen.findByRole('button', { name: 'Try again' });
  up = true;
  act(() => again.click());
  expect(await screen.findByText('Hello Asha')).toBeInTheDocument();
  expect(leave).not.toHaveBeenCalled();
});

it('keeps what is shown when a later check fails', async () => {
  let up = true;
  const client = show(async () => (up ? Response.json(USER) : Promise.reject(new TypeError('Failed to fetch'))));
  await screen.findByText('Hello Asha');
  up = false;
  await act(() => client.refetchQueries({ queryKey: currentUserQuery.queryKey }));
  expect(screen.getByText('Hello Asha')).toBeInTheDocument();
  expect(leave).not.toHaveBeenCalled();
});

const elsewhere = (key: string, newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));

it('leaves when the person signed out in another tab', async () => {
  show(async () => Response.json(USER));
  await screen.findByText('Hello Asha');
  elsewhere('theme', 'light');
  expect(leave).not.toHaveBeenCalled();
  elsewhere('signed-out', 'yes');
  expect(leave).toHaveBeenCalledWith('/');
});

it('stays when another tab notices that the session has ended: a dictation may be finished', async () => {
  let signedIn = true;
  show(async () => (signedIn ? Response.json(USER) : new Response('{}', { status: 401 })));
  await screen.findByText('Hello Asha');
  signedIn = false;
  elsewhere('signed-in', null);
  signedIn = true;
  elsewhere('signed-in', 'yes');
  expect(screen.getByText('Hello Asha')).toBeInTheDocument();
  expect(leave).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

it('begins anew when somebody else signed in in another tab', async () => {
  let user = USER;
  show(async () => Response.json(user));
  await screen.findByText('Hello Asha');
  user = { ...USER, id: '2', firstName: 'Ben' };
  elsewhere('signed-in', 'yes');
  await vi.waitFor(() => expect(reload).toHaveBeenCalled());
});
