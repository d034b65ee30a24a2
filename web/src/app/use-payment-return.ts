import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isUnbilled, SUBSCRIPTION_KEY, subscriptionStatusQuery } from '@/api/subscription';
import { toast } from '@/components/ui/toast-store';
import { PAYMENT_REFETCH_MS } from '@/lib/constants';
import { signInPath } from '@/lib/navigation';

const RETURNED = '?payment=success';

/**
 * After `?payment=success`: says so, forgets the parameter, and asks for the status again a moment later. For a page that
 * shows a signed-in person.
 */
export function usePaymentReturn(path: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!hasReturned()) return;
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

/**
 * Where a signed-out visitor of a page goes: `otherwise`, unless they come from a payment. Whoever paid in another browser, or
 * took longer than their session, signs in and is told then.
 */
export function signedOutPath(path: string, otherwise: string = signInPath(path)): string {
  return hasReturned() ? signInPath(path + RETURNED) : otherwise;
}

function hasReturned(): boolean {
  return new URLSearchParams(window.location.search).get('payment') === 'success';
}
