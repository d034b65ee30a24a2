import type { CurrentUser } from '@/api/types';
import { AppHeader } from '@/components/app-header';
import { ACCOUNT_LINKS } from '@/components/site-header';
import { Account } from '@/features/account/account';
import { RequireUser } from '@/features/session/require-user';
import { signedOutPath, usePaymentReturn } from '../use-payment-return';

export function AccountPage() {
  return (
    <>
      <AppHeader links={ACCOUNT_LINKS} />
      <RequireUser signedOutTo={signedOutPath('/account')}>{(user) => <SignedIn user={user} />}</RequireUser>
    </>
  );
}

function SignedIn({ user }: { user: CurrentUser }) {
  usePaymentReturn('/account');
  return <Account user={user} />;
}
