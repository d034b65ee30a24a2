/** All that public pages run: the theme toggle, who is signed in, and what has expired on this device. */
import './styles/tokens.css';
import { announceSignOut, maybeSignedIn, rememberSignedIn } from './lib/signed-in-hint';
import { toggleTheme } from './lib/theme';
import { deleteExpiredReports } from './lib/vault/expired-reports';

for (const button of document.querySelectorAll('[data-theme-toggle]')) {
  button.addEventListener('click', () => toggleTheme());
}

type User = { firstName?: string | null; lastName?: string | null; email: string };

async function whoIsSignedIn(): Promise<void> {
  if (!maybeSignedIn()) return rememberSignedIn(false);
  const response = await fetch('/api/auth/user', { credentials: 'include' });
  if (response.status === 401) return rememberSignedIn(false);
  if (!response.ok) return;
  const user: User = await response.json();
  rememberSignedIn(true);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  for (const place of document.querySelectorAll('[data-user-name]')) place.textContent = name;
}

/** What the account page has to say once there is no account any more. */
const farewell = document.querySelector<HTMLElement>('[data-farewell]');
if (farewell && new URLSearchParams(location.search).get('account') === 'deleted') {
  farewell.hidden = false;
  history.replaceState(null, '', location.pathname);
}

announceSignOut();
// A page of text needs no server to be read: on a network error it stays as it was drawn.
whoIsSignedIn().catch(() => undefined);
deleteExpiredReports().catch(() => undefined);
