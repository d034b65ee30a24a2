import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { Combobox } from '@/components/ui/combobox';
import { templateMatchesQuery } from './api';
import { choiceLabel, optionValue, searchGroups, type TemplateChoice, templateGroups } from './library';

interface TemplateSelectProps {
  readonly choice: TemplateChoice;
  /** ALL, CT or MRI. */
  readonly modality: string;
  /** M, F or nothing: a template of the other sex comes last. */
  readonly sex: string;
  readonly system: readonly SystemTemplate[];
  readonly custom: readonly CustomTemplate[];
  readonly disabled?: boolean;
  readonly className?: string;
  readonly onNone: () => void;
  readonly onSystem: (template: SystemTemplate) => void;
  readonly onCustom: (template: CustomTemplate) => void;
}

const NOTHING_FOUND: readonly string[] = [];

export function TemplateSelect(props: TemplateSelectProps) {
  const { choice, modality, sex, system, custom, onNone, onSystem, onCustom } = props;
  const [typed, setTyped] = useState('');
  const request = useDeferredValue(typed.trim());
  const { data: ranked = NOTHING_FOUND } = useQuery(templateMatchesQuery(request, modality, sex));
  const all = useMemo(() => templateGroups(system, custom, modality), [system, custom, modality]);
  const groups = useMemo(() => searchGroups(all, request, ranked), [all, request, ranked]);
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
      filterLabel="Type to search templates"
      emptyText="No template matches."
      className={props.className}
      disabled={props.disabled}
      groups={groups}
      typed={typed}
      onTyped={setTyped}
      value={{ value, label: choiceLabel(choice), hint: '', words: '' }}
      onValueChange={choose}
    />
  );
}
