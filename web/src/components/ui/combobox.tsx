import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, Search } from 'lucide-react';
import { cx } from '@/lib/cx';

export type ComboboxOption = { value: string; label: string; hint?: string };
export type ComboboxGroup<Option extends ComboboxOption> = { label: string; items: readonly Option[] };

type ComboboxProps<Option extends ComboboxOption> = {
  label: string;
  value: Option;
  onValueChange: (value: string) => void;
  /** What is listed for what was typed, the best first. A group without a label stands alone. */
  groups: readonly ComboboxGroup<Option>[];
  typed: string;
  onTyped: (typed: string) => void;
  filterLabel: string;
  emptyText: string;
  disabled?: boolean;
  className?: string;
};

/** One choice of a long list, at most 400 px high. What typing lists is the caller's to say. */
export function Combobox<Option extends ComboboxOption>({
  label,
  value,
  onValueChange,
  groups,
  typed,
  onTyped,
  filterLabel,
  emptyText,
  disabled,
  className,
}: ComboboxProps<Option>) {
  return (
    <div className={cx('min-w-0', className)}>
      <Base.Root
        items={groups}
        filter={null}
        inputValue={typed}
        onInputValueChange={(next) => onTyped(next)}
        value={value}
        disabled={disabled}
        autoHighlight
        isItemEqualToValue={(option: Option, chosen: Option) => option.value === chosen.value}
        onValueChange={(next: Option | null) => {
          if (next) onValueChange(next.value);
        }}
      >
        <Base.Label className="label">{label}</Base.Label>
        <Base.Trigger className="field flex cursor-pointer items-center justify-between gap-2 text-left data-disabled:cursor-not-allowed data-disabled:opacity-60">
          <span className="truncate">
            <Base.Value />
          </span>
          <Base.Icon className="shrink-0">
            <ChevronDown size={15} className="text-ink-3" aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={4} align="start" className="z-50">
            <Base.Popup
              aria-label={label}
              className="flex max-h-[min(400px,var(--available-height))] w-[max(var(--anchor-width),20rem)] max-w-[calc(100vw-1.5rem)] origin-(--transform-origin) flex-col rounded-md border bg-raised shadow-pop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
            >
              <div className="flex items-center gap-2 border-b px-3">
                <Search size={14} className="shrink-0 text-ink-3" aria-hidden />
                <Base.Input
                  aria-label={filterLabel}
                  placeholder={filterLabel}
                  className="h-9 w-full bg-transparent text-sm outline-none placeholder:text-ink-3"
                />
              </div>
              <Base.Empty className="px-3 text-sm text-ink-3 not-empty:py-3">{emptyText}</Base.Empty>
              <Base.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain not-empty:py-1">
                {(group: ComboboxGroup<Option>) => (
                  <Base.Group key={group.label} items={group.items}>
                    {group.label && (
                      <Base.GroupLabel className="px-3 pt-3 pb-1 text-2xs font-medium text-ink-3">
                        {group.label}
                      </Base.GroupLabel>
                    )}
                    <Base.Collection>{(option: Option) => <Item key={option.value} option={option} />}</Base.Collection>
                  </Base.Group>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}

function Item({ option }: { option: ComboboxOption }) {
  return (
    <Base.Item
      value={option}
      className="flex cursor-default items-center gap-2 px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-accent-soft"
    >
      <span className="w-4 shrink-0 text-accent">
        <Base.ItemIndicator>
          <Check size={14} aria-hidden />
        </Base.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">{option.label}</span>
      {option.hint && (
        <span className="shrink-0 text-2xs text-ink-3" aria-hidden>
          {option.hint}
        </span>
      )}
    </Base.Item>
  );
}
