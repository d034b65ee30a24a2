import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '@/api/api-error';
import { requestJson } from '@/api/client';
import { reportStyleQuery, saveReportStyle } from '@/api/report-style';
import { cancelSubscription, SUBSCRIPTION_KEY } from '@/api/subscription';
import type { Signature } from '@/api/types';
import { saveVocabulary, vocabularyQuery } from '@/api/vocabulary';
import { toast } from '@/components/ui/toast-store';

export const signatureQuery = queryOptions({
  queryKey: ['user', 'signature'],
  queryFn: ({ signal }) => requestJson<Signature | undefined>('/api/user/signature', { signal }).then((s) => s ?? null),
});

export function useCancelSubscription(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelSubscription,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: SUBSCRIPTION_KEY });
      toast({
        title: 'Subscription Cancelled',
        description: "You'll retain access until the end of the current billing period.",
      });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to cancel subscription', variant: 'destructive' }),
    onSettled: onDone,
  });
}

export function useSaveVocabulary() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveVocabulary,
    onSuccess: (saved) => client.setQueryData(vocabularyQuery.queryKey, saved),
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'Failed to save your vocabulary'),
        variant: 'destructive',
      }),
  });
}

export function useSaveReportStyle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveReportStyle,
    // A choice on the heels of another is sent behind it, so that the last one stays.
    scope: { id: 'report-style' },
    onSuccess: (saved) => client.setQueryData(reportStyleQuery.queryKey, saved),
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'Failed to save your report style'),
        variant: 'destructive',
      }),
  });
}
