/** Under the header when the session has ended under somebody's hands: what is on the page stays, and where to sign in again. */
import { useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { requestJson } from '@/api/client';
import { currentUserQuery } from '@/api/session';
import { signedOut } from '@/api/signed-out';
import type { CurrentUser } from '@/api/types';
import { settleThen } from '@/lib/leaving';
import { reloadPage, signInPath } from '@/lib/navigation';
import { useStore } from '@/lib/store';

export function SignedOutLine() {
  const over = useStore(signedOut, (value) => value);
  useSignInElsewhere(over);
  return (
    <div role="status">
      {over && (
        <p className="flex items-start gap-2 border-b bg-warn-soft px-5 py-2 text-xs text-ink">
          <LogIn size={14} className="mt-px shrink-0 text-warn" aria-hidden />
          <span>
            You are signed out. What is on this page stays, and recording goes on.{' '}
            <a className="link" href={signInPath(window.location.pathname)} target="_blank" rel="noreferrer">
              Sign in again in another tab
            </a>
            , then come back here.
          </span>
        </p>
      )}
    </div>
  );
}

/** Asks again whenever somebody comes back to this page. What it holds is for the person who was signed in here alone. */
function useSignInElsewhere(over: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!over) return;
    async function ask(): Promise<void> {
      if (document.hidden) return;
      const present = await requestJson<CurrentUser>('/api/auth/user').catch(() => null);
      const before = client.getQueryData(currentUserQuery.queryKey);
      if (present && before && present.id !== before.id) settleThen(reloadPage);
    }
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('focus', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('focus', ask);
    };
  }, [over, client]);
}
