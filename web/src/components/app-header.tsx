import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { currentUserQuery } from '@/api/session';
import { signInPath } from '@/lib/navigation';
import { rememberSignedIn } from '@/lib/signed-in-hint';
import { OfflineLine } from './offline-line';
import { SignedOutLine } from './signed-out-line';
import { type HeaderLink, SiteHeader } from './site-header';
import { buttonClass } from './ui/button';
import { UserMenu } from './user-menu';

type AppHeaderProps = { links: HeaderLink[]; wide?: boolean; status?: ReactNode };

/** The shared header of the pages that run as an app: it knows who is signed in. */
export function AppHeader({ links, wide, status }: AppHeaderProps) {
  const { data: user, isPending } = useQuery(currentUserQuery);

  useEffect(() => {
    if (user !== undefined) rememberSignedIn(user !== null);
  }, [user]);

  return (
    <>
      <SiteHeader links={links} wide={wide} status={status} settling={isPending}>
        {user && <UserMenu user={user} wide={wide} />}
        {user === null && (
          <a href={signInPath(window.location.pathname)} className={buttonClass()}>
            Login
          </a>
        )}
      </SiteHeader>
      <OfflineLine />
      {user && <SignedOutLine />}
    </>
  );
}
