/** The statements of a template as it is loaded into the report: where its text comes from is marked before anything is dictated. */
import type { ReportStatement, SystemTemplate } from '@/api/types';
import { NO_LINES, reconcileLines } from '@/features/report/lines';
import { headingOf } from '@/features/report/report-text';

export function statementsOf({ technique, findings, impression }: SystemTemplate): ReportStatement[] {
  return [
    statement('technique', technique),
    ...findings.map(({ text }) => statement('findings', text)),
    ...impression.map((text) => statement('impression', text)),
  ];
}

const BULLET = /^\s*(?:[-•*]\s+|\d+[.)]\s+)/;

/** A statement a line. What stands above the first heading belongs to no section; it is taken for findings. */
export function statementsOfText(content: string): ReportStatement[] {
  return reconcileLines(NO_LINES, content).all.flatMap(({ text, section }) => {
    const said = text
      .slice(headingOf(text)?.length ?? 0)
      .replace(BULLET, '')
      .trim();
    return said ? [statement(section ?? 'findings', said)] : [];
  });
}

function statement(section: ReportStatement['section'], text: string): ReportStatement {
  return { section, text, origin: 'template', spans: [], flags: [] };
}
