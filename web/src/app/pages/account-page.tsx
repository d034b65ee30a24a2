import { AppHeader } from '@/components/app-header';
import { ACCOUNT_LINKS } from '@/components/site-header';
import { Account } from '@/features/account/account';
import { RequireUser } from '@/features/session/require-user';
import { signInPath } from '@/lib/navigation';
import { usePaymentReturn } from '../use-payment-return';

export function AccountPage() {
  usePaymentReturn('/account');
  return (
    <>
      <AppHeader links={ACCOUNT_LINKS} />
      <RequireUser signedOutTo={signInPath('/account')}>{(user) => <Account user={user} />}</RequireUser>
    </>
  );
}
