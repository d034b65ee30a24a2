/** The key that seals what the browser stores. It stays in memory. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '@/api/client';
import type { StorageKey } from '@/api/types';

/** Another person's key is another query: nothing is ever sealed with the key of the one before. */
export const storageKeyQuery = (userId: string) =>
  queryOptions({
    queryKey: ['storage-key', userId],
    queryFn: ({ signal }) => requestJson<StorageKey>('/api/user/storage-key', { signal }),
  });
