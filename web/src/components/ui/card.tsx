import type { ComponentProps, ReactNode } from 'react';
import { cx } from '@/lib/cx';

/** A titled part of a page, and a landmark by its title. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cx('card', className)} {...rest} />;
}

type CardHeaderProps = {
  title: ReactNode;
  /** Id of the title, for `aria-labelledby` of the card. */
  id?: string;
  /** What stands at the right: a count, a badge, a hint. */
  aside?: ReactNode;
  className?: string;
};

export function CardHeader({ title, id, aside, className }: CardHeaderProps) {
  return (
    <header className={cx('card-h', className)}>
      <h2 id={id} className="card-t">
        {title}
      </h2>
      {aside && <div className="flex items-center gap-3 text-2xs text-ink-3">{aside}</div>}
    </header>
  );
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('p-4', className)} {...rest} />;
}

export function CardFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return <footer className={cx('flex flex-wrap items-center gap-2 border-t p-3', className)} {...rest} />;
}
