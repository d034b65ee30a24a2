import { TextPage } from '@/components/public-page';
import { SUPPORT } from '@/lib/constants';
import { SupportLink } from './support-link';

export function ContactPage() {
  return (
    <TextPage
      path="/contact"
      title="Contact"
      lead="Write to us about anything: a term that is always misheard, a template that is missing, a payment."
    >
      <dl className="grid gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-3">
        {[
          ['E-mail', <SupportLink key="mail" />],
          ['Response', `Within ${SUPPORT.response}`],
          [
            'Business hours',
            <span key="hours">
              {SUPPORT.days} <span className="whitespace-nowrap">{SUPPORT.hours}</span>
            </span>,
          ],
        ].map(([term, value]) => (
          <div key={String(term)} className="bg-panel p-4">
            <dt className="text-2xs font-medium text-ink-3">{term}</dt>
            <dd className="mt-1 text-sm break-words text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <h2>Before you write</h2>
      <p>
        Many questions are answered on the <a href="/faq">FAQ page</a>. Please leave patient names, IDs and report text
        out of your mail: we do not need them, and mail is not the place for them. When something failed, tell us what
        you did and when.
      </p>
    </TextPage>
  );
}
