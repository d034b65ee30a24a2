/** Where the person is signed in, and the end of one session or of all. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { requestJson, requestRemoval } from '@/api/client';
import type { OpenSession } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Loading } from '@/components/ui/spinner';
import { toast } from '@/components/ui/toast-store';
import { KEPT } from '@/lib/constants';
import { leaveFor } from '@/lib/navigation';
import { rememberSignedIn } from '@/lib/signed-in-hint';
import { sessionLine } from './session-line';

const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => requestJson<OpenSession[]>('/api/user/sessions', { signal }),
});

function useEnding(end: (id: string) => Promise<unknown>, onDone: () => void) {
  return useMutation({
    mutationFn: end,
    onSuccess: onDone,
    onError: () => toast({ title: 'Error', description: 'Failed to sign out', variant: 'destructive' }),
  });
}

function leave(): void {
  rememberSignedIn(false);
  leaveFor('/');
}

export function SessionsCard() {
  const { data: sessions, isPending, isFetching, refetch } = useQuery(sessionsQuery);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const endOne = useEnding(
    (id) => requestRemoval(`/api/user/sessions/${id}`),
    async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast({ title: 'Signed Out' });
    },
  );
  const endAll = useEnding(() => requestJson('/api/auth/sign-out-everywhere', { method: 'POST' }), leave);
  return (
    <Card aria-labelledby="sessions">
      <CardHeader id="sessions" title="Sessions" />
      <CardBody className="grid gap-4">
        {isPending && <Loading label="Loading your sessions" className="min-h-44" />}
        {!isPending && !sessions && <LoadFailed what="Your sessions" pending={isFetching} onRetry={refetch} />}
        {sessions && (
          <ul className="divide-y rounded-md border">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
                <MonitorSmartphone size={17} className="shrink-0 text-ink-3" aria-hidden />
                <div className="min-w-36 flex-1">
                  <p className="text-sm font-medium">{session.browser ?? 'Unknown browser'}</p>
                  <p className="text-xs text-ink-3">{sessionLine(session, new Date())}</p>
                </div>
                {session.current ? (
                  <Badge tone="ok">This browser</Badge>
                ) : (
                  <Button
                    size="sm"
                    aria-label={`Sign out ${session.browser ?? 'this session'}`}
                    pending={endOne.isPending && endOne.variables === session.id}
                    disabled={endOne.isPending}
                    onClick={() => endOne.mutate(session.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {sessions && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-56 flex-1 text-sm text-ink-2">
              A session ends by itself after {KEPT.sessionDays} days without use, at most {KEPT.sessionWholeDays} days
              after the sign-in. See one that is not yours? End them all.
            </p>
            <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
          </div>
        )}
      </CardBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign Out Everywhere?"
        description="Every session ends, this one too. What is being dictated elsewhere stays in that browser and is there again after signing in."
        keepLabel="Cancel"
        confirmLabel="Sign out everywhere"
        pendingLabel="Signing out..."
        pending={endAll.isPending}
        onConfirm={() => endAll.mutate('')}
      />
    </Card>
  );
}
