import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError, messageOf } from '@/api/api-error';
import { requestJson } from '@/api/client';
import type { AdminChange, AdminUsers, AdminUsersRequest, AuditTrail } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { REFETCH_MS, USERS_A_PAGE, type UsersView } from './model';

/** Everything under this key is refetched after a change. */
export const ADMIN_KEY = ['admin'];

/** Whether the server does not let this person in here; asking again will not change that. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** The users of a view. While the next ones are on their way those before them stay. */
export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'users', view],
    queryFn: ({ signal }) => users(view, signal),
    refetchInterval: ({ state }) => (isForbidden(state.error) ? false : REFETCH_MS),
    placeholderData: keepPreviousData,
  });

function users({ search, sort, descending, page }: UsersView, signal: AbortSignal): Promise<AdminUsers> {
  if (!search) {
    const order = `sort=${sort}&descending=${descending}&page=${page}&limit=${USERS_A_PAGE}`;
    return requestJson(`/api/admin/users?${order}`, { signal });
  }
  // In a body: what is searched for is a name or an address, and addresses of requests are written down on their way.
  const body: AdminUsersRequest = { search, sort, descending, page, limit: USERS_A_PAGE };
  return requestJson('/api/admin/users/search', { method: 'POST', body, signal });
}

/** Reports leave far more often than subscriptions change: each has a list of its own. */
export type AuditList = 'subscriptions' | 'reports';

export const auditQuery = (list: AuditList) =>
  infiniteQueryOptions({
    queryKey: [...ADMIN_KEY, 'audit', list],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? '' : `&before=${pageParam}`;
      return requestJson<AuditTrail>(`/api/admin/audit?list=${list}${before}`, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

const CHANGES = {
  activate: {
    path: '/api/admin/activate-user',
    done: 'User Activated!',
    failed: 'Activation Failed',
    fallback: 'Failed to activate user. Make sure you have admin access.',
  },
  deactivate: {
    path: '/api/admin/deactivate-user',
    done: 'User Deactivated',
    failed: 'Deactivation Failed',
    fallback: 'Failed to deactivate user.',
  },
  trial: {
    path: '/api/admin/activate-trial',
    done: 'Trial Activated',
    failed: 'Trial Activation Failed',
    fallback: 'Failed to activate trial.',
  },
} as const;

export type Change = keyof typeof CHANGES;

/** Changes somebody's subscription, says how it went, and has every list of the panel read anew. */
export function useChange(onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ change, userEmail }: { change: Change; userEmail: string }) =>
      requestJson<AdminChange>(CHANGES[change].path, { method: 'POST', body: { userEmail } }),
    onSuccess: ({ message }, { change }) => {
      toast({ title: CHANGES[change].done, description: message });
      onDone?.();
      return client.invalidateQueries({ queryKey: ADMIN_KEY });
    },
    onError: (error, { change }) => {
      const { failed, fallback } = CHANGES[change];
      toast({ title: failed, description: messageOf(error, fallback), variant: 'destructive' });
    },
  });
}

/** Reads every list of the panel anew. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ADMIN_KEY });
}
