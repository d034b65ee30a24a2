import { expect, it, vi } from 'vitest';
import { announceSignOut, SIGNED_OUT_KEY } from './signed-in-hint';

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
