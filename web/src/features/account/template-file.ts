/**
 * The file in which custom templates travel: `{"format": "readout-templates", "version": 1, "templates": [{"name",
 * "content", "modality"}]}`, modality being null for any. A bare list of such templates is read too. Described for its
 * readers in docs/CUSTOM-TEMPLATES.md.
 */
import type { CustomTemplate } from '@/api/types';

export interface TemplateDraft {
  readonly name: string;
  readonly content: string;
  /** Null is any. */
  readonly modality: string | null;
}

/** What would come of an import: what is new, and how many are there already, to the letter. */
export interface ImportPlan {
  readonly templates: readonly TemplateDraft[];
  readonly added: readonly TemplateDraft[];
  readonly skipped: number;
}

/** Why a file cannot be read, in a sentence. */
export class TemplateFileProblem extends Error {
  override readonly name = 'TemplateFileProblem';
}

const FORMAT = 'readout-templates';
const VERSION = 1;
export const TEMPLATE_FILE_NAME = 'readout_templates.json';
/** What the server takes at once. */
export const LARGEST_FILE = 20 * 1024 * 1024;

export function templateFile(templates: readonly CustomTemplate[]): Blob {
  const file = {
    format: FORMAT,
    version: VERSION,
    templates: templates.map(({ name, content, modality }) => ({ name, content, modality })),
  };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}

/** The templates of a file's text. */
export function parseTemplateFile(text: string): readonly TemplateDraft[] {
  let file: unknown;
  try {
    // Windows programs put a mark in front that JSON does not allow.
    file = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new TemplateFileProblem('This is not a file of templates: it holds no JSON that can be read.');
  }
  const list = Array.isArray(file) ? file : listOf(file);
  if (list.length === 0) throw new TemplateFileProblem('There are no templates in this file.');
  return list.map(draftOf);
}

export function planImport(templates: readonly TemplateDraft[], kept: readonly CustomTemplate[]): ImportPlan {
  const known = new Set(kept.map(keyOf));
  const added = templates.filter((template) => {
    const key = keyOf(template);
    return !known.has(key) && known.add(key);
  });
  return { templates, added, skipped: templates.length - added.length };
}

function listOf(file: unknown): readonly unknown[] {
  if (!isRecord(file) || !Array.isArray(file.templates)) {
    throw new TemplateFileProblem('This is not a file of templates: it has no list named "templates".');
  }
  if ('format' in file && file.format !== FORMAT) {
    throw new TemplateFileProblem(`This is not a file of templates: its format is not "${FORMAT}".`);
  }
  if ('version' in file && file.version !== VERSION) {
    throw new TemplateFileProblem('This file was written by a later release than this one can read.');
  }
  return file.templates;
}

function draftOf(entry: unknown, index: number): TemplateDraft {
  const problem = (what: string) => new TemplateFileProblem(`Template ${index + 1} of this file ${what}.`);
  if (!isRecord(entry)) throw problem('is not written as a template');
  const { name, content, modality = null } = entry;
  if (typeof name !== 'string' || !name.trim()) throw problem('has no name');
  if (typeof content !== 'string' || !content.trim()) throw problem('has no content');
  if (modality !== null && typeof modality !== 'string') throw problem('has a modality that is not text');
  return { name: name.trim(), content, modality: modality?.trim() || null };
}

/** Two templates with the same key are the same to the letter. */
function keyOf({ name, content, modality }: Pick<CustomTemplate, 'name' | 'content' | 'modality'>): string {
  return JSON.stringify([name, content, modality]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The name of a text file without its ending: what a template of it is called at first. */
export function nameOfFile(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '').trim();
}
