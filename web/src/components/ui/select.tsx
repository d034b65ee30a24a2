import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { cx } from '@/lib/cx';

export type SelectOption = { value: string; label: string };

type SelectProps = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  disabled?: boolean;
  className?: string;
};

/** Escape in the open list closes the list; a dialog around it must not hear of it and close with what was typed. */
function keepFromDialog(event: KeyboardEvent) {
  if (event.key === 'Escape' && event.target instanceof HTMLOptionElement) event.stopPropagation();
}

/**
 * One choice of a short list: the browser's own, which every phone and every screen reader knows and which needs no
 * script. Where the browser lets its list be styled, it looks like the others here.
 */
export function Select({ label, value, onValueChange, options, disabled, className }: SelectProps) {
  const id = useId();
  return (
    <div className={cx('min-w-0', className)}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          className="field select"
          value={value}
          disabled={disabled}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={keepFromDialog}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={15}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
          aria-hidden
        />
      </div>
    </div>
  );
}
