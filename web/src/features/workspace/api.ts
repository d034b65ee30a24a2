/** The key that seals what the browser stores. It stays in memory. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from '@/api/client';
import type { StorageKey } from '@/api/types';

export const storageKeyQuery = queryOptions({
  queryKey: ['storage-key'],
  queryFn: ({ signal }) => requestJson<StorageKey>('/api/user/storage-key', { signal }),
});
