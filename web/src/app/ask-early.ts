/**
 * Asks for what the workspace will want while its script is still on the way. Only for whoever is signed in, which is asked
 * first; what fails here is asked again, and said, where it is shown.
 */
import type { QueryClient } from '@tanstack/react-query';
import { enginesQuery } from '@/api/engines';
import { currentUserQuery } from '@/api/session';
import { subscriptionPeriodQuery, subscriptionStatusQuery } from '@/api/subscription';
import { templatesQuery } from '@/features/templates/api';
import { storageKeyQuery } from '@/features/workspace/api';

export async function askEarly(client: QueryClient, path: string): Promise<void> {
  if (path !== '/app') return;
  const user = await client.fetchQuery(currentUserQuery).catch(() => null);
  if (!user) return;
  await Promise.all([
    client.prefetchQuery(subscriptionStatusQuery),
    client.prefetchQuery(subscriptionPeriodQuery),
    client.prefetchQuery(enginesQuery),
    client.prefetchQuery(storageKeyQuery(user.id)),
    client.prefetchQuery(templatesQuery),
  ]);
}
