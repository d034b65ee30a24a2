import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { Spinner } from './spinner';

export type ButtonLook = {
  variant?: 'primary' | 'outline' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg' | 'icon';
};

const SIZES = { sm: 'h-8 px-3 text-xs', md: '', lg: 'h-11 px-5 text-base', icon: 'size-9 px-0' };

/** The look of a button, for links that act as one. */
export function buttonClass({ variant = 'outline', size = 'md' }: ButtonLook = {}): string {
  return cx('btn', `btn-${variant}`, SIZES[size]);
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows that the action runs; the button is then disabled. */
    pending?: boolean;
  };

export function Button({ variant, size, pending = false, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(buttonClass({ variant, size }), className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && <Spinner size={15} />}
      {children}
    </button>
  );
}
