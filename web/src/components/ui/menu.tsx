import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

const ITEM =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink outline-none select-none data-highlighted:bg-accent-soft';

type MenuProps = {
  /** What the button shows. */
  trigger: ReactNode;
  /** Name of the button where its content is not one. */
  label: string;
  triggerClassName?: string;
  align?: 'start' | 'end';
  children: ReactNode;
};

export function Menu({ trigger, label, triggerClassName, align = 'end', children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger aria-label={label} className={cx('btn btn-ghost', triggerClassName)}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-30">
          <Base.Popup className="min-w-48 rounded-md border bg-raised p-1 shadow-pop outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item className={ITEM} onClick={onClick}>
      {children}
    </Base.Item>
  );
}

/** An item that goes to a page of the server. */
export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem href={href} className={ITEM}>
      {children}
    </Base.LinkItem>
  );
}
