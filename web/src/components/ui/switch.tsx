import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

type SwitchProps = { label: ReactNode; checked: boolean; onCheckedChange: (checked: boolean) => void };

/** On or off, at once. */
export function Switch({ label, checked, onCheckedChange }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className="inline-flex min-h-7 cursor-pointer items-center gap-2 select-none">
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="inline-flex h-4 w-7 shrink-0 items-center rounded-full bg-line-strong/60 p-0.5 transition-colors data-checked:bg-accent"
      >
        <Base.Thumb className="size-3 rounded-full bg-panel transition-transform data-checked:translate-x-3" />
      </Base.Root>
      <span>{label}</span>
    </label>
  );
}
