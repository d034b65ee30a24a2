import { PRODUCT } from '@/lib/constants';

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight text-ink">
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
        <rect x="0.5" y="0.5" width="21" height="21" rx="6" className="fill-accent" />
        <path
          d="M5 10v2M8 7.5v7M11 5v12M14 8v6M17 10v2"
          className="stroke-accent-ink"
          strokeWidth="1.7"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
      {PRODUCT}
    </span>
  );
}
