import { type ReactNode, useId } from 'react';
import { cx } from '@/lib/cx';

type MenuProps = {
  /** What the button shows. */
  trigger: ReactNode;
  /** Name of the button. */
  label: string;
  className?: string;
  /** Where the list stands: it is laid over the page, so it is placed against the window. */
  placement: string;
  children: ReactNode;
};

/**
 * A button that opens a short list of links. The browser's own popover: it closes on Escape and on a click elsewhere,
 * says whether it is open, and needs no script, so that prerendered pages use it too.
 */
export function Menu({ trigger, label, className, placement, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={cx('btn btn-ghost', className)}>
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        className={cx('inset-auto m-0 min-w-48 rounded-md border bg-raised p-1 text-ink shadow-pop', placement)}
      >
        {children}
      </div>
    </>
  );
}

type MenuLinkProps = { href: string; current?: boolean; children: ReactNode };

export function MenuLink({ href, current = false, children }: MenuLinkProps) {
  return (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      className="flex h-10 items-center gap-2.5 rounded-sm px-3 text-sm text-ink hover:bg-accent-soft aria-[current=page]:text-accent"
    >
      {children}
    </a>
  );
}
