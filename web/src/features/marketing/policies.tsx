/** Terms and refunds. Figures come from constants.ts. */
import { TextPage } from '@/components/public-page';
import {
  ACTIVATION_HOURS,
  MINIMUM_AGE,
  PAYMENT_RETRY_DAYS,
  POLICIES_DATE,
  PRICE_INR,
  PRICE_NOTICE_DAYS,
  PRICE_USD,
  REFUND,
  REGULAR_PRICE_INR,
  SUBSCRIPTION_DAYS,
  TRIAL_DAYS,
} from '@/lib/constants';
import { SupportLink } from './support-link';

export function TermsOfServicePage() {
  return (
    <TextPage
      path="/terms-of-service"
      title="Terms of Service"
      lead="What you can expect of Readout, and what it expects of you."
    >
      <p className="text-sm">Last changed on {POLICIES_DATE}.</p>
      <h2>Who may use it</h2>
      <p>
        You must be at least {MINIMUM_AGE} years old and qualified, or working under the supervision of somebody
        qualified, to write radiology reports.
      </p>
      <h2>Medical responsibility</h2>
      <p>
        Readout writes down and arranges what you dictate. It does not diagnose. Every report it produces is a draft:
        the reporting professional must review and verify it before it is used, and is responsible for it.
      </p>
      <h2>Your account</h2>
      <p>An account is for one person. Keep your sign-in to yourself, and sign out on shared workstations.</p>
      <h2>Free trial</h2>
      <p>
        The trial lasts {TRIAL_DAYS} days from your first sign-in and needs no card. It ends by itself. To go on you
        subscribe.
      </p>
      <h2>Subscription</h2>
      <ul>
        <li>
          The price is ₹{PRICE_INR} a month in India, an introductory price instead of ₹{REGULAR_PRICE_INR}, and $
          {PRICE_USD} a month for international users.
        </li>
        <li>A subscription is valid for {SUBSCRIPTION_DAYS} days from activation.</li>
        <li>Activation after payment takes place within {ACTIVATION_HOURS} hours.</li>
        <li>We announce a change of price {PRICE_NOTICE_DAYS} days ahead.</li>
        <li>
          A payment that fails is tried again within {PAYMENT_RETRY_DAYS} days; if it still fails, the subscription is
          cancelled.
        </li>
        <li>A dictation that is under way when the trial or a period ends can be finished and exported.</li>
      </ul>
      <h2>Cancelling</h2>
      <p>
        Cancel at any time on the account page. You keep access to the end of the period you paid for. Afterwards your
        templates and your signature stay there for you to read, take along and delete, but are no longer used in
        reports. Deleting the account gives up what is left of a paid period. Refunds follow the{' '}
        <a href="/refund-policy">refund policy</a>.
      </p>
      <h2>Fair use</h2>
      <p>Do not try to break, overload or copy the service, and do not use it to process data you have no right to.</p>
      <h2>Your content</h2>
      <p>
        What you dictate, your reports, your templates, your signature and your letterhead are yours. We claim no right
        to them, and how little of them we have is in the <a href="/privacy-policy">privacy policy</a>.
      </p>
      <h2>Availability and liability</h2>
      <p>
        We work to keep Readout running and correct, but cannot promise that it never fails. Keep the means to report
        without it. As far as the law allows, liability is limited to what you paid in the last month.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <SupportLink />.
      </p>
    </TextPage>
  );
}

export function RefundPolicyPage() {
  return (
    <TextPage
      path="/refund-policy"
      title="Refund Policy"
      lead={`Your first payment comes with a ${REFUND.days}-day money-back guarantee.`}
    >
      <p className="text-sm">Last changed on {POLICIES_DATE}.</p>
      <h2>Try first</h2>
      <p>The {TRIAL_DAYS}-day free trial costs nothing, so that you can find out before you pay.</p>
      <h2>Money back</h2>
      <p>
        If you are not satisfied with your first paid subscription, ask within {REFUND.days} days of the payment and you
        get all of it back. Later payments are not refunded; you can cancel at any time and keep access to the end of
        the period.
      </p>
      <h2>How to ask</h2>
      <p>
        Write to <SupportLink /> from the address of your account, with the date of the payment and its transaction ID.
      </p>
      <h2>How long it takes</h2>
      <p>
        A refund is processed in <span className="whitespace-nowrap">{REFUND.processing}</span>. Your bank may need
        another <span className="whitespace-nowrap">{REFUND.bank}</span> to show it. It goes back the way the payment
        came.
      </p>
      <h2>Failed payments</h2>
      <p>
        A payment that fails is tried again within {PAYMENT_RETRY_DAYS} days; if it still fails, the subscription is
        cancelled and nothing more is charged.
      </p>
      <h2>Cancelling</h2>
      <p>
        Use Cancel Subscription on the <a href="/account">account page</a>. You keep access to the end of the current
        billing period.
      </p>
    </TextPage>
  );
}
