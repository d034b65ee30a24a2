/** Payments that wait for an administrator. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/api-error';
import { requestJson } from '@/api/client';
import type { OpenPayment } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { ADMIN_KEY } from './api';

export const openPaymentsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'payments'],
  queryFn: ({ signal }) => requestJson<{ payments: OpenPayment[] }>('/api/admin/payments', { signal }),
  select: ({ payments }) => payments,
});

export function useSettlePayment(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, paymentId }: OpenPayment) =>
      requestJson<{ message: string }>('/api/admin/payments/settle', { method: 'POST', body: { provider, paymentId } }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: ADMIN_KEY });
      toast({ title: 'Payment Settled', description: message });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'Failed to settle the payment. Make sure you have admin access.'),
        variant: 'destructive',
      }),
    onSettled: onDone,
  });
}

const REASONS: Record<OpenPayment['reason'], string> = {
  unclaimed: 'Nobody has signed in with this address since. The account is activated when somebody does.',
  'no-address': 'The payer gave no e-mail address. Find the account and activate it by hand.',
  'too-little': 'Less than a month costs. Nothing was activated.',
  'other-currency': 'In another currency than the price. Nothing was activated.',
};

export function reasonText({ reason }: Pick<OpenPayment, 'reason'>): string {
  return REASONS[reason];
}

/** "₹399.00": providers tell amounts in the currency's smallest unit, of which the currency knows how many there are. */
export function amountText({ amount, currency }: Pick<OpenPayment, 'amount' | 'currency'>): string {
  try {
    const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return format.format(amount / 10 ** digits);
  } catch {
    return `${amount} ${currency}`;
  }
}
