import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { subscriptionStatusQuery } from '@/api/subscription';
import { LoadFailed } from '@/components/load-failed';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ConfirmDialog } from '@/components/ui/dialog';
import { useCancelSubscription } from './api';
import { panelFor } from './subscription-panel';

export function SubscriptionCard() {
  const { data: status, isFetching, refetch } = useQuery(subscriptionStatusQuery);
  const [asking, setAsking] = useState(false);
  const cancel = useCancelSubscription(() => setAsking(false));
  const panel = status && panelFor(status);
  return (
    <Card aria-labelledby="subscription">
      <CardHeader
        id="subscription"
        title="Subscription"
        aside={panel && <Badge tone={panel.badge.tone}>{panel.badge.label}</Badge>}
      />
      <CardBody>
        {panel ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <div className="min-w-56 flex-1">
              <p className="font-medium">{panel.title}</p>
              <p className="text-sm text-ink-2">{panel.text}</p>
              {panel.note && <p className="mt-1 text-2xs text-ink-3 tabular-nums">{panel.note}</p>}
            </div>
            {panel.action === 'subscribe' ? (
              <Link href="/subscribe" className={buttonClass({ variant: 'primary' })}>
                Subscribe Now
              </Link>
            ) : (
              <Button onClick={() => setAsking(true)}>Cancel Subscription</Button>
            )}
          </div>
        ) : (
          <LoadFailed what="Your subscription" pending={isFetching} onRetry={refetch} />
        )}
      </CardBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel Subscription?"
        description="Are you sure you want to cancel your subscription? You'll retain access until the end of your current billing period."
        keepLabel="Keep Subscription"
        confirmLabel="Yes, Cancel"
        pendingLabel="Cancelling..."
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    </Card>
  );
}
