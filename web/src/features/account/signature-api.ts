/** The signature, as the account page reads and changes it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import { requestJson } from '@/api/client';
import type { Signature } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { signatureQuery } from './api';

const PATH = '/api/user/signature';

export const NO_SIGNATURE: Signature = {
  signatureImage: null,
  signatureName: null,
  signatureDesignation: null,
  signatureDepartment: null,
  signatureInstitution: null,
};

export function useSaveSignature() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Signature) => requestJson<Signature>(PATH, { method: 'POST', body }),
    onSuccess: (saved) => {
      client.setQueryData(signatureQuery.queryKey, saved);
      toast({ title: 'Signature Saved' });
    },
    onError: (error) =>
      toast(
        error instanceof ApiError && error.requiresPremium
          ? {
              title: 'Premium Feature',
              description: 'Signature settings are only available for premium subscribers.',
              variant: 'destructive',
            }
          : { title: 'Error', description: 'Failed to save signature', variant: 'destructive' },
      ),
  });
}

export function useClearSignature() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestJson(PATH, { method: 'DELETE' }),
    onSuccess: () => {
      client.setQueryData(signatureQuery.queryKey, NO_SIGNATURE);
      toast({ title: 'Signature Cleared' });
    },
    onError: () => toast({ title: 'Error', description: 'Failed to clear signature', variant: 'destructive' }),
  });
}
