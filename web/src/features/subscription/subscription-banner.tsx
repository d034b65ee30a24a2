import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { subscriptionPeriodQuery } from '@/api/subscription';
import { buttonClass } from '@/components/ui/button';
import { cx } from '@/lib/cx';
import { bannerText, untilNextMinute } from './remaining-time';

const TONES = { plain: 'text-ink-2', premium: 'text-ok', ended: 'text-rec' };

/** How long the trial or the subscription lasts. `onEnd` is called once when the time runs out before one's eyes. */
export function SubscriptionBanner({ onEnd }: { onEnd: () => void }) {
  const { data: period } = useQuery(subscriptionPeriodQuery);
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

  const banner = period && bannerText(period, now);
  if (!banner) return null;
  const { text, tone, subscribe } = banner;
  return (
    <div className="flex min-w-0 items-center gap-3">
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
