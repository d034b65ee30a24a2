import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnbilled, SUBSCRIPTION_KEY, subscriptionStatusQuery } from '@/api/subscription';
import { toast } from '@/components/ui/toast-store';
import { PAYMENT_REFETCH_MS } from '@/lib/constants';

/** After `?payment=success`: says so, forgets the parameter, and asks for the status again a moment later. */
export function usePaymentReturn(path: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (new URLSearchParams(window.location.search).get('payment') !== 'success') return;
    window.history.replaceState(null, '', path);
    const say = () =>
      toast({
        title: 'Payment Successful!',
        description: 'Your subscription is being activated. Please wait a moment...',
      });
    // Where nobody pays, an old link speaks of nothing.
    client.ensureQueryData(subscriptionStatusQuery).then((status) => isUnbilled(status) || say(), say);
    // Not cleared on leaving: the status is worth knowing on the next page too.
    setTimeout(() => client.invalidateQueries({ queryKey: SUBSCRIPTION_KEY }), PAYMENT_REFETCH_MS);
  }, [client, path]);
}
