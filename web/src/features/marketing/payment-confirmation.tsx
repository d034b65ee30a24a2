import { CircleCheck } from 'lucide-react';
import { PublicPage } from '@/components/public-page';
import { buttonClass } from '@/components/ui/button';
import { ACTIVATION_HOURS, ACTIVATION_WORKING_DAYS } from '@/lib/constants';
import { SupportLink } from './support-link';

export function PaymentConfirmationPage() {
  return (
    <PublicPage>
      <div className="mx-auto max-w-[40rem] px-5 py-16 md:py-24">
        <CircleCheck size={36} className="text-ok" aria-hidden />
        <h1 className="mt-4 text-3xl font-semibold tracking-[-0.025em] text-balance">Payment Received Successfully!</h1>
        <div className="prose mt-5">
          <p>Your payment has been received and verified.</p>
          <p>Your subscription will be activated within {ACTIVATION_WORKING_DAYS} working day.</p>
          <h2>What happens next</h2>
          <p>Our team verifies the payment and activates your subscription. You need to do nothing.</p>
          <p>
            If it has not been activated within {ACTIVATION_HOURS} hours, contact support at <SupportLink /> or through
            the <a href="/contact">contact page</a>.
          </p>
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/account" className={buttonClass({ variant: 'primary' })}>
            Go to Account
          </a>
          <a href="/" className={buttonClass()}>
            Back to Home
          </a>
        </div>
      </div>
    </PublicPage>
  );
}
