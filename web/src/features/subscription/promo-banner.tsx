import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { subscriptionStatusQuery } from '@/api/subscription';
import { PRICE_INR, REGULAR_PRICE_INR } from '@/lib/constants';

const DISMISSED_KEY = 'promo-dismissed';

/** The introductory price against the regular one. Not for subscribers; once dismissed it stays away. */
export function PromoBanner() {
  const { data: status } = useQuery(subscriptionStatusQuery);
  const [dismissed, setDismissed] = useState(wasDismissed);
  if (!status || status.hasActiveSubscription || status.hasPremiumAccess || dismissed) return null;

  return (
    <aside
      aria-label="Introductory price"
      className="off-paper flex items-center gap-3 border-b bg-accent-soft px-4 py-1 text-xs text-ink lg:px-5"
    >
      <p className="min-w-0 flex-1 py-1">
        Introductory price: <strong className="font-semibold">₹{PRICE_INR} a month</strong>{' '}
        <span className="text-ink-2">
          instead of <s>₹{REGULAR_PRICE_INR}</s>
        </span>
        .{' '}
        <Link
          href="/subscribe"
          className="font-medium text-accent underline underline-offset-2 hover:text-accent-hover"
        >
          See what Premium adds
        </Link>
      </p>
      <button
        type="button"
        className="btn btn-ghost size-8 px-0"
        aria-label="Dismiss the introductory price"
        onClick={() => {
          setDismissed(true);
          rememberDismissal();
        }}
      >
        <X size={15} aria-hidden />
      </button>
    </aside>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(DISMISSED_KEY, 'yes');
  } catch {
    // Storage may be closed to us (private window): the banner then comes back with the next page.
  }
}
