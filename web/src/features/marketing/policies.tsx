/** Privacy, terms and refunds. Figures come from constants.ts; what is said of data must stay true of the code. */
import { TextPage } from '@/components/public-page';
import {
  ACTIVATION_HOURS,
  MINIMUM_AGE,
  PAYMENT_RETRY_DAYS,
  PRICE_INR,
  PRICE_NOTICE_DAYS,
  PRICE_USD,
  REFUND,
  REGULAR_PRICE_INR,
  SUBSCRIPTION_DAYS,
  TRIAL_DAYS,
} from '@/lib/constants';
import { SupportLink } from './support-link';

export function PrivacyPolicyPage() {
  return (
    <TextPage
      path="/privacy-policy"
      title="Privacy Policy"
      lead="Readout is built so that it has as little of your patients’ data as a reporting tool can have."
    >
      <h2>What is never kept on the server</h2>
      <p>
        Audio, transcripts, reports, previous reports, patient names and patient IDs. They pass through the server’s
        memory while a request is answered and are gone when it ends. They are not written to logs.
      </p>
      <h2>What is kept</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Your e-mail address, your name if you gave one, and how you sign in</td>
            <td>To know you again</td>
          </tr>
          <tr>
            <td>Your trial and subscription dates</td>
            <td>To know what you have access to</td>
          </tr>
          <tr>
            <td>How many transcriptions and reports you made, and when you were last active</td>
            <td>To run the service; counts only</td>
          </tr>
          <tr>
            <td>Custom templates, the signature and the vocabulary that you save</td>
            <td>To use them in your reports; you can delete them at any time</td>
          </tr>
          <tr>
            <td>A record of changes to accounts, such as an activation</td>
            <td>Security</td>
          </tr>
        </tbody>
      </table>
      <h2>What stays in your browser</h2>
      <p>
        A recording is saved in your browser while you speak, and the texts and patient details of the report at hand
        while you write, so that a crash does not lose them. They are encrypted with a key that is only given out after
        you sign in, and deleted when you export the report or start a new one; a draft that you park stays until you
        finish or discard it.
      </p>
      <p>
        Reports that were structured, copied or exported stay readable to you on that device, as text without audio,
        encrypted in the same way: for 24 hours unless whoever runs the installation has set another time or switched it
        off. You can remove them sooner.
      </p>
      <p>
        The colour theme is remembered, whether somebody is signed in, has closed the note about the price and lets
        “structure report” be said, and for how long reports are kept. One cookie keeps you signed in. There are no
        advertising or tracking cookies.
      </p>
      <h2>Where the work is done</h2>
      <p>
        With the built-in engines, speech recognition and structuring run on the machine that Readout is installed on.
        An installation can be set up to use outside engines instead; the workspace then says that audio or text leaves
        the machine. Patient ID and name are not sent to a language model.
      </p>
      <h2>Payments</h2>
      <p>Payments are made on the payment provider’s own page. We never see your card.</p>
      <h2>Your part</h2>
      <p>
        Use Readout in line with the rules of your hospital and your country. Readout follows the thinking of HIPAA; it
        does not hold a certificate, and whether it may be used with identifiable data where you work is for you and
        your institution to decide. All patient fields are optional.
      </p>
      <h2>Your rights</h2>
      <p>
        Ask what we hold about you, have it corrected, or have your account deleted: write to <SupportLink />.
      </p>
    </TextPage>
  );
}

export function TermsOfServicePage() {
  return (
    <TextPage
      path="/terms-of-service"
      title="Terms of Service"
      lead="What you can expect of Readout, and what it expects of you."
    >
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
      </ul>
      <h2>Cancelling</h2>
      <p>
        Cancel at any time on the account page. You keep access to the end of the period you paid for. Refunds follow
        the <a href="/refund-policy">refund policy</a>.
      </p>
      <h2>Fair use</h2>
      <p>Do not try to break, overload or copy the service, and do not use it to process data you have no right to.</p>
      <h2>Your content</h2>
      <p>What you dictate, your reports, your templates and your signature are yours. We claim no right to them.</p>
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
        A refund is processed in {REFUND.processing}. Your bank may need another {REFUND.bank} to show it. It goes back
        the way the payment came.
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
