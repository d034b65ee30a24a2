/** What the template list shows, and what choosing from it means. */

import type { CustomTemplate, SystemTemplate } from '@/api/types';

export type TemplateChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'system'; readonly id: string; readonly bodyPart: string }
  /** `modality` is what its owner wrote there. */
  | { readonly kind: 'custom'; readonly id: string; readonly name: string; readonly modality?: string | null };

export const NO_TEMPLATE: TemplateChoice = { kind: 'none' };

export interface TemplateOption {
  /** `none`, `system:<id>` or `custom:<id>`. */
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  /** Lower-case words that a filter is matched against. */
  readonly words: string;
}

export interface TemplateGroup {
  readonly label: string;
  readonly items: readonly TemplateOption[];
}

export const NONE_OPTION: TemplateOption = { value: 'none', label: 'None', hint: '', words: 'none' };

/** The groups of the list for a modality: built-in templates of it by modality, custom ones that are for it or for any. */
export function templateGroups(
  system: readonly SystemTemplate[],
  custom: readonly CustomTemplate[],
  modality: string,
): readonly TemplateGroup[] {
  const builtIn = (of: SystemTemplate['modality']) =>
    system.filter((template) => template.modality === of && (modality === 'ALL' || modality === of)).map(systemOption);
  const own = custom.filter((template) => isListed(template, modality));
  return [
    { label: 'System Templates: CT', items: builtIn('CT') },
    { label: 'System Templates: MRI', items: builtIn('MRI') },
    { label: 'Custom Templates', items: own.map(customOption) },
  ].filter((group) => group.items.length > 0);
}

/**
 * What is listed for what was typed: the templates that the search found, in its order, then whatever else begins with
 * the typed words, group by group. `ranked` holds ids of built-in templates.
 */
export function searchGroups(
  groups: readonly TemplateGroup[],
  typed: string,
  ranked: readonly string[],
): readonly TemplateGroup[] {
  if (!typed.trim()) return [{ label: '', items: [NONE_OPTION] }, ...groups];
  const listed = new Map(groups.flatMap(({ items }) => items).map((option) => [option.value, option]));
  const best = ranked.flatMap((id) => listed.get(`system:${id}`) ?? []);
  const rest = groups.map(({ label, items }) => ({
    label,
    items: items.filter((option) => matches(option, typed) && !best.includes(option)),
  }));
  return [{ label: 'Best Matches', items: best }, ...rest].filter((group) => group.items.length > 0);
}

/** Listed when the modality is ALL, or the template has none, or its modality contains the selected one. */
export function isListed(template: CustomTemplate, modality: string): boolean {
  if (modality === 'ALL' || !template.modality) return true;
  return template.modality.toUpperCase().includes(modality.toUpperCase());
}

/** True when every word typed begins a word of the option. */
export function matches(option: TemplateOption, typed: string): boolean {
  const padded = ` ${option.words}`;
  return wordsOf(typed)
    .split(' ')
    .every((word) => padded.includes(` ${word}`));
}

export function optionValue(choice: TemplateChoice): string {
  return choice.kind === 'none' ? NONE_OPTION.value : `${choice.kind}:${choice.id}`;
}

/** The label of what is chosen, also when the list that holds it has not arrived. */
export function choiceLabel(choice: TemplateChoice): string {
  if (choice.kind === 'system') return choice.bodyPart;
  return choice.kind === 'custom' ? choice.name : NONE_OPTION.label;
}

function systemOption(template: SystemTemplate): TemplateOption {
  return {
    value: `system:${template.id}`,
    label: template.bodyPart,
    hint: template.modality,
    words: wordsOf([template.modality, template.bodyPart, ...template.keywords].join(' ')),
  };
}

function customOption(template: CustomTemplate): TemplateOption {
  return {
    value: `custom:${template.id}`,
    label: template.name,
    hint: template.modality ?? '',
    words: wordsOf(`${template.name} ${template.modality ?? ''}`),
  };
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
