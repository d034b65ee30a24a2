/** Who is signed in. */
import { queryOptions } from '@tanstack/react-query';
import { isSignedOut } from './api-error';
import { requestJson } from './client';
import type { CurrentUser } from './types';

/** The signed-in user, or null when signed out. Any other failure is an error: it must not sign anybody out. */
export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'user'],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await requestJson<CurrentUser>('/api/auth/user', { signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
});

/** The full name, or the e-mail when there is no name. */
export function displayName(user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}
