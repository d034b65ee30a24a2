import { AppHeader } from '@/components/app-header';
import { ACCOUNT_LINKS } from '@/components/site-header';
import { Admin } from '@/features/admin/admin';
import { RequireUser } from '@/features/session/require-user';
import { signInPath } from '@/lib/navigation';

export function AdminPage() {
  return (
    <>
      <AppHeader links={ACCOUNT_LINKS} />
      <RequireUser signedOutTo={signInPath('/admin')}>{() => <Admin />}</RequireUser>
    </>
  );
}
