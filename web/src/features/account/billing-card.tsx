import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { PRICE_INR } from '@/lib/constants';
import { Entry } from './entry';

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
