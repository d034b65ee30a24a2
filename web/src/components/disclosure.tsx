import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

interface DisclosureProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A quiet line that unfolds what is behind it. */
export function Disclosure({ title, className, children }: DisclosureProps) {
  return (
    <details className={cx('group px-4 py-1.5 text-2xs text-ink-3', className)}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm hover:text-ink-2 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown size={13} className="transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {children}
    </details>
  );
}
