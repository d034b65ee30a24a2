/** What works on a dictation on this installation, and what of it leaves the machine. */
import { queryOptions } from '@tanstack/react-query';
import { requestJson } from './client';
import type { Engines } from './types';

export const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: ({ signal }) => requestJson<Engines>('/api/engines', { signal }),
});
