import { Notice } from '@/components/ui/notice';
import { PaymentsCard } from './payments-card';

export function Admin() {
  return (
    <main id="main" className="mx-auto max-w-[50rem] px-5 pt-8 pb-16">
      <h1 className="text-xl font-semibold tracking-tight">Admin Panel</h1>
      <Notice title="Administration is not available here yet" className="mt-5">
        <p>
          The list of users, activation after payment and trials come with a later release. Only authorised admin
          e-mails configured on the server will be able to use them, and users must give proof of payment by transaction
          ID.
        </p>
      </Notice>
      <PaymentsCard className="mt-5" />
    </main>
  );
}
