import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { SUBSCRIPTION_KEY, subscriptionPeriodQuery } from '@/api/subscription';
import { Button, buttonClass } from '@/components/ui/button';
import { cx } from '@/lib/cx';
import { bannerText, untilNextMinute } from './remaining-time';

const TONES = { plain: 'text-ink-2', premium: 'text-ok', ended: 'text-rec' };

/** As high as its button, whether it has one or not: what stands below stays where it is. */
const LINE = 'flex min-h-9 min-w-0 items-center gap-3';

/** How long the trial or the subscription lasts. `onEnd` is called once when the time runs out before one's eyes. */
export function SubscriptionBanner({ onEnd }: { onEnd: () => void }) {
  const client = useQueryClient();
  const { data: period, isPending, isFetching } = useQuery(subscriptionPeriodQuery);
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const wait = period ? untilNextMinute(period, now) : null;
    if (!period?.expiresAt || wait === null) return;
    const end = Date.parse(period.expiresAt);
    const timer = setTimeout(() => {
      const then = Date.now();
      setNow(then);
      if (then >= end) onEnd();
    }, wait);
    return () => clearTimeout(timer);
  }, [period, now, onEnd]);

  if (isPending) return <p className={`${LINE} text-xs text-ink-3`}>Reading your subscription...</p>;
  if (!period) {
    return (
      <div className={LINE}>
        <p className="min-w-0 text-xs text-warn">Your subscription could not be read.</p>
        <Button
          size="sm"
          pending={isFetching}
          onClick={() => void client.refetchQueries({ queryKey: SUBSCRIPTION_KEY, type: 'active' })}
        >
          Try again
        </Button>
      </div>
    );
  }
  const banner = bannerText(period, now);
  if (!banner) return null;
  const { text, tone, subscribe } = banner;
  return (
    <div className={LINE}>
      <p className={cx('min-w-0 text-xs tabular-nums', TONES[tone])}>{text}</p>
      {subscribe && (
        <Link
          href="/subscribe"
          className={buttonClass({ size: 'sm', variant: tone === 'ended' ? 'danger' : 'outline' })}
        >
          {subscribe}
        </Link>
      )}
    </div>
  );
}
