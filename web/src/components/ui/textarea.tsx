import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx('field', className)} {...rest} />;
}
