import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from '@/lib/cx';

export type SelectOption = { value: string; label: string };
export type SelectGroup = { label: string; options: SelectOption[] };

export type SelectProps = {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  /** Options that stand alone, before any group. */
  options?: SelectOption[];
  groups?: SelectGroup[];
  disabled?: boolean;
  className?: string;
};

/** One choice of a list, at most 400 px high, with or without named groups. */
export function Select({ label, value, onValueChange, options = [], groups = [], disabled, className }: SelectProps) {
  const items = [...options, ...groups.flatMap((group) => group.options)];
  return (
    <div className={cx('min-w-0', className)}>
      <Base.Root
        items={items}
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          if (typeof next === 'string') onValueChange(next);
        }}
      >
        <Base.Label className="label">{label}</Base.Label>
        <Base.Trigger className="field flex cursor-pointer items-center justify-between gap-2 text-left data-disabled:cursor-not-allowed data-disabled:opacity-60">
          <Base.Value className="truncate" />
          <Base.Icon className="shrink-0">
            <ChevronDown size={15} className="text-ink-3" aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
            <Base.Popup className="max-w-[calc(100vw-1.5rem)] min-w-(--anchor-width) origin-(--transform-origin) rounded-md border bg-raised shadow-pop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List className="max-h-[min(400px,var(--available-height))] overflow-y-auto py-1">
                {options.map((option) => (
                  <Option key={option.value} {...option} />
                ))}
                {groups.map((group) => (
                  <Base.Group key={group.label}>
                    <Base.GroupLabel className="px-3 pt-3 pb-1 text-2xs font-medium text-ink-3">
                      {group.label}
                    </Base.GroupLabel>
                    {group.options.map((option) => (
                      <Option key={option.value} {...option} />
                    ))}
                  </Base.Group>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}

function Option({ value, label }: SelectOption) {
  return (
    <Base.Item
      value={value}
      className="flex cursor-default items-center gap-2 px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-soft"
    >
      <span className="w-4 shrink-0 text-accent">
        <Base.ItemIndicator>
          <Check size={14} aria-hidden />
        </Base.ItemIndicator>
      </span>
      <Base.ItemText>{label}</Base.ItemText>
    </Base.Item>
  );
}
