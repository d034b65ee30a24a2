/** What is known of a session, in a line. */
import type { OpenSession } from '@/api/types';

const PROVIDERS: Readonly<Record<string, string>> = {
  email: 'e-mail link',
  google: 'Google',
  github: 'GitHub',
  oidc: 'single sign-on',
};

const HOUR_MS = 3_600_000;
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** Use is noted by the hour, so nothing finer is said. */
export function sessionLine({ current, startedAt, lastUsedAt, provider }: OpenSession, now: Date): string {
  const via = provider && `by ${PROVIDERS[provider] ?? provider}`;
  const began = startedAt && `Signed in ${DAY.format(new Date(startedAt))}`;
  const signedIn = [began ?? (via && 'Signed in'), via].filter(Boolean).join(' ');
  const used = !current && lastUsedAt && `last used ${ago(now.getTime() - new Date(lastUsedAt).getTime())}`;
  return [signedIn, used].filter(Boolean).join(' · ');
}

function ago(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours < 1) return 'within the hour';
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
