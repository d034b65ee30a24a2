/**
 * What the report has otherwise than it was dictated, or not at all. The server finds it when it structures the report;
 * once the report was edited it is asked again which of it still holds. What the radiologist writes beyond the dictation
 * is the radiologist's own: only what was told at first is told again.
 */
import type { ConservationFlag, ConservationFlagInText, ReportMadeFrom } from '@/api/types';
import { changeBetween, movedRange, type TextChange, type TextRange } from '@/lib/text-change';
import { labelsOf } from './bullets';
import { type Flag, flagOf } from './flag';
import type { Statement } from './marks';
import { atEndOf, printReport, sectionText } from './report-text';

/** What a report was structured from. */
export interface MadeFrom {
  readonly transcriptionText: string;
  readonly previousReport: string | null;
  /** The report as it was structured. */
  readonly report: string;
}

/** What the structured report was told of. */
export interface Told {
  readonly statements: readonly Statement[];
  readonly lost: readonly ConservationFlag[];
  readonly altered: readonly ConservationFlag[];
  readonly madeFrom: MadeFrom | null;
  /** The dictation as it stands in the preview now. */
  readonly transcript: string;
}

/** What the server needs to tell what still holds; null when nothing was told or nothing was edited since. */
export function askedAgain(report: string, { statements, lost, altered, madeFrom }: Told): ReportMadeFrom | null {
  if (!madeFrom || lost.length + altered.length === 0 || report === madeFrom.report) return null;
  const { transcriptionText, previousReport } = madeFrom;
  const ofTemplate = statements.filter(({ origin }) => origin === 'template');
  const template: Partial<Record<Statement['section'], string>> = {};
  for (const { section, text } of ofTemplate) template[section] = `${template[section] ?? ''}${text}\n`;
  return { transcriptionText, previousReport, templateText: printReport(template) };
}

interface Checked {
  readonly text: string;
  /** Null when it was not asked. */
  readonly conservation: readonly ConservationFlagInText[] | null;
  /** What is said of a generated impression; null when it was not asked. */
  readonly impression: readonly ConservationFlagInText[] | null;
}

/** Made from the findings. A comparison is derived too, from the dictation and the previous report. */
function isGenerated({ origin, section }: Statement): boolean {
  return origin === 'derived' && section === 'impression';
}

/** Whether the findings are asked again about the impression that was generated from them. */
export function asksOfImpression({ statements }: Pick<Told, 'statements'>): boolean {
  return statements.some((statement) => isGenerated(statement) && statement.flags.length > 0);
}

/** The flags of the report as it stands. */
export function conservationFlags(report: string, told: Told, checked: Checked | null): Flag[] {
  const ofImpression = impressionFlags(report, told, checked);
  if (!checked?.conservation) {
    const others = told.statements.filter((statement) => !isGenerated(statement));
    return [
      ...told.lost.flatMap((flag) => lostFlag(report, flag, told)),
      ...ofStatements(report, others, told, checked),
      ...ofImpression,
    ];
  }
  const change = changeBetween(checked.text, report);
  const first = [...told.lost, ...told.altered];
  const still = checked.conservation.filter((flag) => first.some((before) => isOfSame(before, flag)));
  return [
    ...still.flatMap((flag) => {
      if (!flag.place) return lostFlag(report, flag, told);
      return [flagOf(flag.kind, flag.message, flag.text, around(flag.place, change), null)];
    }),
    ...ofImpression,
  ];
}

/** Doubts about the generated impression: those told at first that still hold, wherever its lines stand now. */
function impressionFlags(report: string, told: Told, checked: Checked | null): Flag[] {
  const generated = told.statements.filter(isGenerated);
  if (!checked?.impression) return ofStatements(report, generated, told, checked);
  const change = changeBetween(checked.text, report);
  const matched = new Set<Statement>();
  return checked.impression.flatMap(({ kind, message, text, place }) => {
    // A wrong value that became another wrong one is told in other words; what somebody adds is the radiologist's own.
    const isSame = (flag: Statement['flags'][number]) =>
      flag.kind === kind && (kind !== 'invented' || flag.message === message);
    const before = generated.filter((statement) => !matched.has(statement) && statement.flags.some(isSame));
    const about = before.find((statement) => statement.text === text) ?? before[0];
    if (!about || !place) return [];
    matched.add(about);
    return [flagOf(kind, message, about.text, around(place, change), null, true)];
  });
}

/**
 * They are about the same words of the dictation, or say the same of the same sentence. Words that were changed are lost
 * once their sentence is deleted, and the other way round; what is invented is neither.
 */
function isOfSame(one: ConservationFlag, other: ConservationFlag): boolean {
  if ((one.kind === 'invented') !== (other.kind === 'invented')) return false;
  if (!one.dictated || !other.dictated) {
    return one.kind === other.kind && one.message === other.message && one.text === other.text;
  }
  return one.dictated.start < other.dictated.end && other.dictated.start < one.dictated.end;
}

/** What is lost until its words stand in their section. */
function lostFlag(report: string, { message, text, section, dictated }: ConservationFlag, told: Told): Flag[] {
  const name = section ?? 'findings';
  const sentence = sentenceOf(text);
  if (sentencesOf(sectionText(report, name) ?? '', labelsIn(told)).includes(folded(sentence))) return [];
  const flag = flagOf('lost', message, text, null, null);
  const { at, text: replacement, start } = atEndOf(report, name, sentence);
  const fix = { start: at, end: at, replacement, label: 'Put into report', putIn: { start, words: sentence } };
  return [{ ...flag, fix: sentence ? fix : null, dictated: dictated && inTranscript(dictated, told) }];
}

/** Doubts about statements: where they stand as they were written, else around what became of them. */
function ofStatements(
  report: string,
  statements: readonly Statement[],
  { altered }: Told,
  checked: Checked | null,
): Flag[] {
  return statements.flatMap((statement) => {
    const { flags, text } = statement;
    if (flags.length === 0) return [];
    const place = placeOf(report, text) ?? (checked && placeBefore(checked.text, text, report));
    if (!place) return [];
    return flags.map((flag, index) => {
      const about = sentenceFlagged(statement, index, altered);
      return flagOf(flag.kind, flag.message, about, place, null, isGenerated(statement));
    });
  });
}

/** The sentence that a flag of a statement is about: what is told of the edited report is told of sentences. */
function sentenceFlagged({ text, flags }: Statement, index: number, altered: readonly ConservationFlag[]): string {
  const flag = flags[index];
  const isAlike = ({ kind, message }: Pick<ConservationFlag, 'kind' | 'message'>) =>
    kind === flag?.kind && message === flag.message;
  const sentences = new Set(
    altered.filter((each) => isAlike(each) && text.includes(each.text)).map((each) => each.text),
  );
  return [...sentences][flags.slice(0, index).filter(isAlike).length] ?? text;
}

function placeOf(report: string, text: string): TextRange | null {
  const start = report.indexOf(text);
  return start < 0 ? null : { start, end: start + text.length };
}

function placeBefore(before: string, text: string, report: string): TextRange | null {
  const place = placeOf(before, text);
  return place && around(place, changeBetween(before, report));
}

/** Where a place of the old text stands in the new one, with what became of it when it was changed. */
function around(place: TextRange, change: TextChange): TextRange {
  const { from, to, inserted } = change;
  const growth = inserted - (to - from);
  return movedRange(place, change) ?? { start: Math.min(place.start, from), end: Math.max(place.end, to) + growth };
}

/** Where dictated words stand in the preview; null when they were edited away. */
function inTranscript(dictated: TextRange, { madeFrom, transcript }: Told): TextRange | null {
  if (!madeFrom) return null;
  const sent = madeFrom.transcriptionText;
  return (
    movedRange(dictated, changeBetween(sent, transcript)) ??
    placeOf(transcript, sent.slice(dictated.start, dictated.end))
  );
}

function sentenceOf(text: string): string {
  const said = text.trim();
  const whole = /[.!?:]$/.test(said) || !said ? said : `${said}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** The organs' names in front of the lines of the report as it was structured. Any other words before a colon may change what follows. */
function labelsIn({ madeFrom, statements }: Told): ReadonlySet<string> {
  const findings = statements.filter(({ section }) => section === 'findings').map(({ text }) => text);
  return labelsOf((madeFrom && sectionText(madeFrom.report, 'findings')) ?? '', findings);
}

function sentencesOf(text: string, labels: ReadonlySet<string>): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const said = line.replace(/^\s*(?:[-•*]|\d{1,2}[.)])\s+/, '');
    const label = /^[^:]*:/.exec(said)?.[0] ?? '';
    const unlabelled = labels.has(label) ? said.slice(label.length) : said;
    return unlabelled.split(/(?<=[.!?])\s/).map(folded);
  });
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
