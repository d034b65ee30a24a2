import { AppHeader } from '@/components/app-header';
import { SITE_LINKS } from '@/components/site-header';
import { RequireUser } from '@/features/session/require-user';
import { Subscribe } from '@/features/subscribe/subscribe';
import { signInPath } from '@/lib/navigation';

export function SubscribePage() {
  return (
    <>
      <AppHeader links={SITE_LINKS} />
      <RequireUser signedOutTo={signInPath('/subscribe')}>{(user) => <Subscribe email={user.email} />}</RequireUser>
    </>
  );
}
