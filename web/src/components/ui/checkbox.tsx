import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

type CheckboxProps = {
  label: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** Shown but not to be had: a click calls `onLockedClick` and changes nothing. */
  locked?: boolean;
  onLockedClick?: () => void;
  disabled?: boolean;
  className?: string;
};

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  locked,
  onLockedClick,
  disabled,
  className,
}: CheckboxProps) {
  const change = (next: boolean) => (locked ? onLockedClick?.() : onCheckedChange(next));
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className={cx('flex min-h-8 cursor-pointer items-center gap-2.5 text-sm text-ink-2 select-none', className)}>
      <Base.Root
        checked={checked}
        onCheckedChange={change}
        disabled={disabled}
        aria-disabled={locked || undefined}
        className="grid size-4.5 shrink-0 place-items-center rounded-[5px] border border-line-strong bg-field text-accent-ink transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-45"
      >
        {locked ? (
          <Lock size={11} className="text-ink-3" aria-hidden />
        ) : (
          <Base.Indicator>
            <Check size={13} strokeWidth={3} aria-hidden />
          </Base.Indicator>
        )}
      </Base.Root>
      <span>{label}</span>
    </label>
  );
}
