import { useMemo } from 'react';
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { Combobox } from '@/components/ui/combobox';
import { choiceLabel, matches, NONE_OPTION, optionValue, type TemplateChoice, templateGroups } from './library';

interface TemplateSelectProps {
  readonly choice: TemplateChoice;
  /** ALL, CT or MRI. */
  readonly modality: string;
  readonly system: readonly SystemTemplate[];
  readonly custom: readonly CustomTemplate[];
  readonly disabled?: boolean;
  readonly className?: string;
  readonly onNone: () => void;
  readonly onSystem: (template: SystemTemplate) => void;
  readonly onCustom: (template: CustomTemplate) => void;
}

export function TemplateSelect(props: TemplateSelectProps) {
  const { choice, modality, system, custom, onNone, onSystem, onCustom } = props;
  const groups = useMemo(
    () => [{ label: '', items: [NONE_OPTION] }, ...templateGroups(system, custom, modality)],
    [system, custom, modality],
  );
  const value = optionValue(choice);

  function choose(next: string): void {
    const builtIn = system.find((template) => `system:${template.id}` === next);
    const own = custom.find((template) => `custom:${template.id}` === next);
    if (builtIn) onSystem(builtIn);
    else if (own) onCustom(own);
    else onNone();
  }

  return (
    <Combobox
      label="Report Template"
      filterLabel="Type to filter templates"
      emptyText="No template matches."
      className={props.className}
      disabled={props.disabled}
      groups={groups}
      matches={matches}
      value={{ value, label: choiceLabel(choice), hint: '', words: '' }}
      onValueChange={choose}
    />
  );
}
