import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestJson } from '@/api/client';
import { currentUserQuery } from '@/api/session';
import { signedOut } from '@/api/signed-out';
import * as navigation from '@/lib/navigation';
import { SignedOutLine } from './signed-out-line';

const USER = { id: '1', firstName: 'Asha', lastName: 'Rao', email: 'a@x.org' };
const reload = vi.spyOn(navigation, 'reloadPage').mockImplementation(() => undefined);
let answer: () => Response;

beforeEach(async () => {
  reload.mockClear();
  signedOut.set(false);
  vi.stubGlobal('fetch', async () => answer());
  const client = new QueryClient();
  client.setQueryData(currentUserQuery.queryKey, USER);
  render(
    <QueryClientProvider client={client}>
      <SignedOutLine />
    </QueryClientProvider>,
  );
  answer = () => Response.json({ message: 'You are signed out.' }, { status: 401 });
  await act(() => requestJson('/api/templates').catch(() => undefined));
});
afterEach(() => vi.unstubAllGlobals());

const line = () => screen.queryByText(/^You are signed out/);
const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')));

it('says that the session is over, and where to sign in without losing the page', () => {
  expect(line()).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Sign in again/ })).toHaveAttribute('target', '_blank');
});

it('stays for a server that fails, and goes when the person is signed in again', async () => {
  answer = () => new Response('', { status: 503 });
  await comeBack();
  expect(line()).toBeInTheDocument();
  answer = () => Response.json(USER);
  await comeBack();
  await waitFor(() => expect(line()).not.toBeInTheDocument());
  expect(reload).not.toHaveBeenCalled();
});

it('begins anew for somebody else', async () => {
  answer = () => Response.json({ ...USER, id: '2' });
  await comeBack();
  await waitFor(() => expect(reload).toHaveBeenCalled());
});
