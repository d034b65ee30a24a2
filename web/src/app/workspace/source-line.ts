/** What is said under the report of the engines that wrote it. */
import type { StructuredBy, Writer } from './study';

/** Null when nobody but the radiologist wrote it. */
export function sourceLine(structuredBy: StructuredBy | null, impressionBy: Writer | null): string | null {
  const parts = [structuredBy && structured(structuredBy), impressionBy && `Impression by ${impressionBy.engine}`];
  const said = parts.filter((part) => part !== null);
  return said.length > 0 ? said.join('. ') : null;
}

/** Why another engine than the one that was set up wrote the report, or its impression. */
export function notesOf(structuredBy: StructuredBy | null, impressionBy: Writer | null): readonly string[] {
  const notes = [structuredBy?.note, impressionBy && impressionNote(impressionBy)];
  return notes.filter((note) => note != null);
}

function impressionNote({ note }: Writer): string | null {
  return note && `Impression: ${note}`;
}

function structured({ engine, template, found }: StructuredBy): string {
  if (!template) return `Structured by ${engine}`;
  const source = `Structured by ${engine} with the template ${template}`;
  return found ? `${source}, which the dictation names; another can be chosen under Report Template` : source;
}
