/** Payments that activated nothing by themselves: who paid, how much, why it waits. Not there while there is none. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenPayment } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { isForbidden } from './api';
import { minuteOf } from './model';
import { amountText, openPaymentsQuery, reasonText, useSettlePayment } from './payments';

const LABELS: Record<OpenPayment['reason'], string> = {
  unclaimed: 'Not signed in yet',
  'no-address': 'No address',
  'too-little': 'Too little',
  'other-currency': 'Other currency',
};

export function PaymentsCard({ className }: { className?: string }) {
  const { data: payments, error, isPending, isFetching, refetch } = useQuery(openPaymentsQuery);
  const [asked, setAsked] = useState<OpenPayment | null>(null);
  const settle = useSettlePayment(() => setAsked(null));
  // The page itself says that somebody is no administrator.
  if (isPending || payments?.length === 0 || isForbidden(error)) return null;
  return (
    <Card aria-labelledby="payments" className={className}>
      <CardHeader id="payments" title="Payments to look at" aside={payments && `${payments.length}`} />
      {payments ? (
        <ul className="divide-y">
          {payments.map((payment) => (
            <PaymentItem
              key={`${payment.provider} ${payment.paymentId}`}
              payment={payment}
              onSettle={() => setAsked(payment)}
            />
          ))}
        </ul>
      ) : (
        <CardBody>
          <LoadFailed what="The payments" pending={isFetching} onRetry={refetch} />
        </CardBody>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Settle this payment?"
        description="Do this when you have activated the account or refunded the payment yourself. The payment leaves the list and will not activate an account any more."
        keepLabel="Keep on the list"
        confirmLabel="Yes, settle"
        pendingLabel="Settling..."
        pending={settle.isPending}
        onConfirm={() => asked && settle.mutate(asked)}
      />
    </Card>
  );
}

function PaymentItem({ payment, onSettle }: { payment: OpenPayment; onSettle: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-3">
      <div className="min-w-52 flex-1">
        <p className="text-sm font-medium wrap-anywhere">
          <bdi>{payment.email ?? 'No e-mail address'}</bdi>
        </p>
        <p className="text-2xs text-ink-3">{reasonText(payment)}</p>
      </div>
      <div className="min-w-44 flex-1 sm:w-72 sm:flex-none">
        <p className="flex items-center gap-2.5 text-sm tabular-nums">
          {amountText(payment)} <Badge tone="warn">{LABELS[payment.reason]}</Badge>
        </p>
        <p className="text-2xs text-ink-3">
          <time dateTime={payment.at}>{minuteOf(payment.at)}</time>
          {' · '}
          <span className="font-mono select-all">{payment.paymentId}</span>
        </p>
      </div>
      <Button size="sm" onClick={onSettle} aria-label={`Settle payment ${payment.paymentId}`}>
        Settle
      </Button>
    </li>
  );
}
