/** The plan, and the two ways to pay for it. */
import { useQuery } from '@tanstack/react-query';
import { Check, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '@/api/api-error';
import { paymentUrlQuery, subscriptionStatusQuery } from '@/api/subscription';
import { LoadFailed } from '@/components/load-failed';
import { SupportContact } from '@/components/support-contact';
import { buttonClass } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Loading, PageLoading } from '@/components/ui/spinner';
import { ACTIVATION_HOURS, PRICE_INR, PRICE_USD, REGULAR_PRICE_INR, TEMPLATE_COUNT } from '@/lib/constants';
import { readInstallation } from '@/lib/installation';
import { bannerFor } from './banner';

const FEATURES = [
  'Dictation, transcription and structuring',
  `All ${TEMPLATE_COUNT.total} templates: ${TEMPLATE_COUNT.ct} CT and ${TEMPLATE_COUNT.mri} MRI`,
  'Impression from your findings',
  'Export to Word',
  'Comparison with a previous report',
  'Your signature on the exported file',
  'Your own templates',
];

/** `email` is the account's: a payment is matched by the address that is given with it. */
export function Subscribe({ email }: { email: string }) {
  const { data: status, isPending, isFetching, refetch } = useQuery(subscriptionStatusQuery);
  const [, navigate] = useLocation();
  const active = status?.hasActiveSubscription ?? false;

  useEffect(() => {
    if (active) navigate('/app', { replace: true });
  }, [active, navigate]);

  if (isPending || active) return <PageLoading label="Loading your subscription" />;
  const banner = status && bannerFor(status);
  return (
    <main id="main" className="mx-auto max-w-[60rem] px-5 pt-8 pb-16">
      {banner ? (
        <Notice tone={banner.tone} title={banner.title}>
          {banner.text}
        </Notice>
      ) : (
        <LoadFailed what="Your subscription" pending={isFetching} onRetry={refetch} />
      )}
      <div className="mt-8 grid gap-8 md:grid-cols-[1fr_1.25fr] md:gap-12">
        <div>
          <h1 className="text-2xl font-semibold tracking-[-0.02em] text-balance">Subscribe to Readout</h1>
          <p className="mt-2 text-ink-2">One plan with everything in it, month by month.</p>
          <ul className="mt-5 space-y-2.5 text-sm">
            {FEATURES.map((feature) => (
              <li key={feature} className="flex items-start gap-2.5">
                <Check size={16} className="mt-0.5 shrink-0 text-accent" aria-hidden />
                {feature}
              </li>
            ))}
          </ul>
        </div>
        <div className="grid content-start gap-4">
          <p className="text-sm text-ink-2">
            On the payment page, give the e-mail address of this account,{' '}
            <strong className="font-medium wrap-anywhere text-ink">{email}</strong>. The payment is matched by it.
          </p>
          <IndiaCard />
          <InternationalCard />
          <p className="text-sm text-ink-2">
            See the{' '}
            <a className="link" href="/refund-policy">
              refund policy
            </a>{' '}
            or{' '}
            <a className="link" href="/contact">
              contact us
            </a>
            .
          </p>
        </div>
      </div>
    </main>
  );
}

function IndiaCard() {
  const { data, error, isPending } = useQuery(paymentUrlQuery);
  return (
    <PayCard title="India" price={`₹${PRICE_INR}`} regular={`₹${REGULAR_PRICE_INR}`}>
      {isPending && <Loading label="Loading the payment page" className="min-h-11" />}
      {data && (
        <PayLink href={data.paymentUrl} primary>
          Pay with an Indian card
        </PayLink>
      )}
      {error && <NotSetUp>{paymentProblem(error)}</NotSetUp>}
    </PayCard>
  );
}

function paymentProblem(error: Error): string {
  const notSetUp = error instanceof ApiError && error.status === 503;
  return notSetUp ? 'Payment is not set up on this installation.' : 'The payment page cannot be reached at the moment.';
}

function InternationalCard() {
  const { payUrlInternational } = readInstallation();
  return (
    <PayCard title="International" price={`$${PRICE_USD}`}>
      {payUrlInternational ? (
        <PayLink href={payUrlInternational}>Pay from any other country</PayLink>
      ) : (
        <NotSetUp>International payment is not set up on this installation.</NotSetUp>
      )}
    </PayCard>
  );
}

type PayCardProps = { title: string; price: string; regular?: string; children: ReactNode };

function PayCard({ title, price, regular, children }: PayCardProps) {
  return (
    <section className="card p-5" aria-label={`Payment, ${title}`}>
      <h2 className="text-sm font-medium text-ink-3">{title}</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight">{price}</span>
        <span className="text-ink-2">per month</span>
        {regular && <s className="text-sm text-ink-3">{regular}</s>}
      </p>
      <div className="mt-4">{children}</div>
      <p className="mt-3 text-2xs text-ink-3">Activation takes place within {ACTIVATION_HOURS} hours of the payment.</p>
    </section>
  );
}

function PayLink({ href, primary = false, children }: { href: string; primary?: boolean; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonClass({ variant: primary ? 'primary' : 'outline', size: 'lg' })} w-full`}
    >
      {children} <ExternalLink size={16} aria-hidden />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function NotSetUp({ children }: { children: ReactNode }) {
  return (
    <Notice>
      <p>{children}</p>
      <p className="mt-1">
        To subscribe, write to <SupportContact />.
      </p>
    </Notice>
  );
}
