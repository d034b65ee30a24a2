/**
 * The report text format: known headings at the start of a line, each followed by its text, a blank line between
 * sections. Reads and changes plain text, so that whatever the radiologist typed stays as it was typed.
 */

import type { ReportSection } from '@/api/types';

export type SectionName = ReportSection;

export const HEADINGS: Readonly<Record<SectionName, string>> = {
  clinicalHistory: 'CLINICAL HISTORY',
  technique: 'TECHNIQUE',
  findings: 'FINDINGS',
  comparison: 'COMPARISON',
  impression: 'IMPRESSION',
};

/** The order in which a report prints its sections. */
export const SECTION_ORDER: readonly SectionName[] = [
  'clinicalHistory',
  'technique',
  'findings',
  'comparison',
  'impression',
];

/** How much of a report that comes section by section stands, from 0 to 1. */
export function shareWritten(sections: Readonly<Partial<Record<SectionName, string>>>): number {
  return (SECTION_ORDER.findLastIndex((name) => sections[name] !== undefined) + 1) / SECTION_ORDER.length;
}

export interface Section {
  readonly name: SectionName;
  /** Where the heading starts. */
  readonly start: number;
  /** Where the text after the heading's colon starts. */
  readonly bodyStart: number;
  /** Where the next heading starts, or the report ends. */
  readonly end: number;
}

const HEADING_AT_LINE_START = /^[ \t]*(CLINICAL HISTORY|TECHNIQUE|FINDINGS|COMPARISON|IMPRESSION)[ \t]*:/i;
const EVERY_HEADING = new RegExp(HEADING_AT_LINE_START.source, 'gim');

/** The heading that a line opens with, and how many characters of the line it takes. */
export function headingOf(line: string): { name: SectionName; length: number } | null {
  const match = HEADING_AT_LINE_START.exec(line);
  const name = match?.[1] ? nameOf(match[1]) : undefined;
  return match && name ? { name, length: match[0].length } : null;
}

export function sectionsOf(report: string): readonly Section[] {
  const headings = [...report.matchAll(EVERY_HEADING)];
  return headings.flatMap((match, index) => {
    const name = nameOf(match[1] ?? '');
    if (!name) return [];
    const end = headings[index + 1]?.index ?? report.length;
    return [{ name, start: match.index, bodyStart: match.index + match[0].length, end }];
  });
}

/** The trimmed text of the first section of that name; null when the report does not have it. */
export function sectionText(report: string, name: SectionName): string | null {
  const section = sectionsOf(report).find((each) => each.name === name);
  return section ? report.slice(section.bodyStart, section.end).trim() : null;
}

/**
 * Generate Impression is offered only when there are findings and no impression yet; generating it again when there is
 * one that came from findings.
 */
export function impressionOffer(report: string): 'generate' | 'regenerate' | null {
  const sections = sectionsOf(report);
  const has = (name: SectionName) => {
    const section = sections.find((each) => each.name === name);
    return section !== undefined && report.slice(section.bodyStart, section.end).trim() !== '';
  };
  if (!has('findings')) return null;
  return has('impression') ? 'regenerate' : 'generate';
}

/**
 * What the impression is made from. The findings end at the next known heading, so that text of a comparison never
 * reaches the impression. Null when the report has no FINDINGS section.
 */
export function impressionSource(report: string): { findings: string; clinicalHistory: string } | null {
  const findings = sectionText(report, 'findings');
  if (findings === null) return null;
  return { findings, clinicalHistory: sectionText(report, 'clinicalHistory') ?? '' };
}

/** The same report with this impression; every other character stays. */
export function withImpression(report: string, impression: string): string {
  const section = sectionsOf(report).find((each) => each.name === 'impression');
  if (!section) return `${report.trimEnd()}\n\n${HEADINGS.impression}:\n${impression.trim()}`;
  const rest = report.slice(section.end);
  const gap = rest ? '\n\n' : '';
  return `${report.slice(0, section.bodyStart)}\n${impression.trim()}${gap}${rest}`;
}

/**
 * The heading of a section that the report does not have, as it is to be put in at `at`: in report order, a blank line
 * around it. Null when the report has the section, or no text at all.
 */
export function missingHeading(report: string, name: SectionName): { at: number; text: string; caret: number } | null {
  const sections = sectionsOf(report);
  if (!report.trim() || sections.some((each) => each.name === name)) return null;
  const place = SECTION_ORDER.indexOf(name);
  const next = sections.find((each) => SECTION_ORDER.indexOf(each.name) > place);
  const before = report.slice(0, next?.start ?? report.length);
  const newlines = /\n*$/.exec(before)?.[0].length ?? 0;
  const gap = before.trim() ? '\n\n'.slice(newlines) : '';
  const heading = `${gap}${HEADINGS[name]}:`;
  return { at: before.length, text: next ? `${heading}\n\n` : heading, caret: before.length + heading.length };
}

/** A change that puts text in at a place. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
  /** Where the sentence in it then stands. */
  readonly start: number;
}

/**
 * Puts a sentence at the end of a section, in the manner of the lines that stand there: as an item, numbered, or behind
 * the sentence before. A section that is not there yet begins with it, in its place among the others.
 */
export function atEndOf(report: string, name: SectionName, sentence: string): Insertion {
  const sections = sectionsOf(report);
  const section = sections.find((each) => each.name === name);
  if (section) {
    const body = report.slice(section.bodyStart, section.end).trimEnd();
    return insertion(section.bodyStart + body.length, leadBehind(body, name), sentence);
  }
  const missing = missingHeading(report, name);
  const first = `\n${LISTED[name] ?? ''}`;
  if (!missing) return insertion(0, `${HEADINGS[name]}:${first}`, sentence);
  const { at, text, caret } = missing;
  return insertion(at, text.slice(0, caret - at) + first, sentence, text.slice(caret - at));
}

/** How the first line of a section begins that has one line an item. */
const LISTED: Partial<Readonly<Record<SectionName, string>>> = {
  findings: '- ',
  comparison: '- ',
  impression: '1. ',
};

/** What comes between the text of a section and a sentence that is put behind it. */
function leadBehind(body: string, name: SectionName): string {
  const first = LISTED[name];
  if (!body.trim()) return `\n${first ?? ''}`;
  if (!first) return ' ';
  const last = body.slice(body.lastIndexOf('\n') + 1);
  const number = last.match(/^\s*(\d{1,2})[.)]\s/)?.[1];
  if (number) return `\n${Number(number) + 1}. `;
  return `\n${last.match(/^\s*[-•*]\s+/)?.[0] ?? ''}`;
}

function insertion(at: number, lead: string, sentence: string, behind = ''): Insertion {
  return { at, text: lead + sentence + behind, start: at + lead.length };
}

/** Prints sections in report order; empty ones are left out. */
export function printReport(sections: Readonly<Partial<Record<SectionName, string | null>>>): string {
  return SECTION_ORDER.flatMap((name) => {
    const body = sections[name]?.trim();
    return body ? [`${HEADINGS[name]}:\n${body}`] : [];
  }).join('\n\n');
}

function nameOf(heading: string): SectionName | undefined {
  const printed = heading.toUpperCase();
  return SECTION_ORDER.find((name) => HEADINGS[name] === printed);
}
