/** Shows its children to a signed-in person only. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { currentUserQuery } from '@/api/session';
import type { CurrentUser } from '@/api/types';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { PageLoading } from '@/components/ui/spinner';
import { settleThen } from '@/lib/leaving';
import { leaveFor, reloadPage } from '@/lib/navigation';
import { SIGNED_IN_KEY, SIGNED_OUT_KEY } from '@/lib/signed-in-hint';

type RequireUserProps = {
  /** Where a signed-out visitor goes. */
  signedOutTo: string;
  children: (user: CurrentUser) => ReactNode;
};

/**
 * Only a 401 sends the visitor away. A network error or a failing server keeps the page: once the person is known
 * the children stay, and before that the error is said, with a way to try again.
 */
export function RequireUser({ signedOutTo, children }: RequireUserProps) {
  const { data: user, isError, isFetching, refetch } = useQuery(currentUserQuery);
  const signedOut = user === null;

  // On a shared workstation a page must not go on showing its patient when the person signed out in another tab, or
  // somebody else signed in. A session that merely ended is neither: its dictation may be finished.
  const userId = user?.id;
  useEffect(() => {
    async function heed({ key, newValue }: StorageEvent): Promise<void> {
      if (newValue === null) return;
      if (key === SIGNED_OUT_KEY) settleThen(() => leaveFor(signedOutTo));
      if (key !== SIGNED_IN_KEY) return;
      const { data: present } = await refetch();
      if (userId && present && present.id !== userId) settleThen(reloadPage);
    }
    window.addEventListener('storage', heed);
    return () => window.removeEventListener('storage', heed);
  }, [refetch, signedOutTo, userId]);

  useEffect(() => {
    if (signedOut) settleThen(() => leaveFor(signedOutTo));
  }, [signedOut, signedOutTo]);

  if (user) return children(user);
  if (isError) {
    return (
      <main id="main" className="mx-auto w-full max-w-xl px-5 py-16">
        <h1 className="sr-only">Readout</h1>
        <Notice tone="warn" title="Readout cannot be reached">
          <p>We could not check who is signed in. Your connection or the server may be down; nothing has been lost.</p>
          <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      </main>
    );
  }
  return <PageLoading label={signedOut ? 'Leaving' : 'Loading your account'} />;
}
