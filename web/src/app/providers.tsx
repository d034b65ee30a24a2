import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Toaster } from '@/components/ui/toast';

/**
 * Server data never goes stale by itself, is not refetched on focus, and nothing is retried: what a radiologist looks at changes
 * because they did something, and a request that failed says so.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        // What failed says so, with a way to ask again; another card that wants it too does not ask behind one's back.
        retryOnMount: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** With a client of its own, unless it is given one that has asked already. */
export function Providers({ client: given, children }: { client?: QueryClient; children: ReactNode }) {
  const [client] = useState(() => given ?? createQueryClient());
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </CSPProvider>
  );
}
