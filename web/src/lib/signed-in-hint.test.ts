import { afterEach, expect, it, vi } from 'vitest';
import { announceSignOut, maybeSignedIn, rememberSignedIn, SIGNED_OUT_KEY } from './signed-in-hint';

afterEach(() => vi.restoreAllMocks());

it('asks the server only where somebody has signed in, or where nobody can know', () => {
  expect(maybeSignedIn()).toBe(false);
  rememberSignedIn(true);
  expect(maybeSignedIn()).toBe(true);
  rememberSignedIn(false);
  expect(maybeSignedIn()).toBe(false);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError');
  });
  expect(maybeSignedIn()).toBe(true);
});

it('tells the other tabs of a sign-out, and leaves no trace of it', () => {
  const told = vi.spyOn(Storage.prototype, 'setItem');
  announceSignOut();
  document.body.innerHTML = '<a href="/account"><b>Account</b></a><a href="/api/logout"><b>Logout</b></a>';
  const [account, logout] = document.querySelectorAll('b');
  document.body.addEventListener('click', (event) => event.preventDefault());
  account?.click();
  expect(told).not.toHaveBeenCalled();
  logout?.click();
  expect(told).toHaveBeenCalledWith(SIGNED_OUT_KEY, 'yes');
  expect(localStorage.getItem(SIGNED_OUT_KEY)).toBeNull();
});
