/** The account's cards that only show: who you are, and what the plan costs. */
import type { CurrentUser } from '@/api/types';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PRICE_INR } from '@/lib/constants';

export function ProfileCard({ user }: { user: CurrentUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Card aria-labelledby="profile">
      <CardHeader id="profile" title="Profile" />
      <CardBody>
        <dl className="grid gap-4 sm:grid-cols-2">
          <Entry term="Name" value={name || 'Not set'} />
          <Entry term="Email" value={user.email || 'Not available'} />
        </dl>
      </CardBody>
    </Card>
  );
}

export function BillingCard() {
  return (
    <Card aria-labelledby="billing">
      <CardHeader id="billing" title="Billing" />
      <CardBody className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <dl className="min-w-40 flex-1">
          <Entry term="Monthly Price" value={`₹${PRICE_INR}`} />
        </dl>
        <div className="flex flex-wrap gap-2">
          <a href="/refund-policy" className={buttonClass()}>
            Refund Policy
          </a>
          <a href="/contact" className={buttonClass()}>
            Contact Support
          </a>
        </div>
      </CardBody>
    </Card>
  );
}

function Entry({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs font-medium text-ink-3">{term}</dt>
      <dd className="mt-0.5 text-base wrap-anywhere">{value}</dd>
    </div>
  );
}
