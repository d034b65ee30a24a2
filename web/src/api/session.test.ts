import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { currentUserQuery, displayName } from './session';

function ask() {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(currentUserQuery);
}

afterEach(() => vi.unstubAllGlobals());

it('is nobody after a 401', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
  await expect(ask()).resolves.toBeNull();
});

it.each([500, 502, 503])('is an error, not nobody, after a %i', async (status) => {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
  await expect(ask()).rejects.toMatchObject({ status });
});

it('is an error, not nobody, without a network', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(ask()).rejects.toThrow('Failed to fetch');
});

it.each([
  [{ firstName: 'Asha', lastName: 'Rao', email: 'a@x.org' }, 'Asha Rao'],
  [{ firstName: null, lastName: 'Rao', email: 'a@x.org' }, 'Rao'],
  [{ firstName: null, lastName: null, email: 'a@x.org' }, 'a@x.org'],
])('shows %j as %s', (user, name) => {
  expect(displayName(user)).toBe(name);
});
