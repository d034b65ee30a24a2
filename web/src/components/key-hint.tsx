import { cx } from '@/lib/cx';

/** The keys of a command, where there is a keyboard to press them on. Buttons carry `aria-keyshortcuts` besides. */
export function KeyHint({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd aria-hidden className={cx('kbd hidden lg:pointer-fine:inline-block', className)}>
      {keys}
    </kbd>
  );
}
