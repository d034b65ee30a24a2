import { expect, it } from 'vitest';
import { markDoubts, moveWords, type ReportWords, reportWords, spokenPlaces } from './report-words';
import { doubtsOf } from './transcript';

const REPORT = 'FINDINGS:\nLiver shows a large study.';
/** " Shows a large study." was committed behind 13 other characters and joined to what stood in the report. */
const PUT = { recordingId: 'a', from: 13, words: ' Shows a large study.', start: 15, text: ' shows a large study.' };

function put(report = REPORT): readonly ReportWords[] {
  const words = reportWords(report, PUT);
  return words ? [words] : [];
}
const doubt = (word: string) => {
  const start = PUT.from + PUT.words.indexOf(word);
  return { start, end: start + word.length, heard: 'x' };
};
const marked = (all: readonly ReportWords[], report: string) =>
  doubtsOf(all).map(({ start, end }) => report.slice(start, end));

it('are marked where they stand in the report, however they were joined to it', () => {
  const all = markDoubts(put(), REPORT, 'a', [doubt('large'), doubt('study')]);
  expect(marked(all, REPORT)).toEqual(['large', 'study']);
  expect(doubtsOf(markDoubts(put(), REPORT, 'b', [doubt('large')]))).toEqual([]);
});

it('stay with their words through edits, and are gone when they were edited', () => {
  const all = markDoubts(put(), REPORT, 'a', [doubt('large'), doubt('study')]);
  const after = (report: string) => marked(moveWords(all, REPORT, report), report);
  expect(after(`TECHNIQUE: CT.\n${REPORT}`)).toEqual(['large', 'study']);
  expect(after(REPORT.replace('study', 'steatosis'))).toEqual(['large']);
  expect(moveWords(all, REPORT, 'FINDINGS:\nLiver')).toEqual([]);
});

it('are marked after edits that came before they were known', () => {
  const report = `TECHNIQUE: CT.\n${REPORT.replace('large', 'small')}`;
  const moved = moveWords(moveWords(put(), REPORT, `TECHNIQUE: CT.\n${REPORT}`), `TECHNIQUE: CT.\n${REPORT}`, report);
  expect(marked(markDoubts(moved, report, 'a', [doubt('large'), doubt('study')]), report)).toEqual(['study']);
});

it('are not looked for where they do not stand as they were put', () => {
  expect(reportWords('Another report.', PUT)).toBeNull();
  expect(reportWords(REPORT, { ...PUT, text: '\n' })).toBeNull();
});

it('have a place in the report as long as they stand there as they were dictated', () => {
  const places = (report: string) => {
    const moved = moveWords(put(), REPORT, report);
    return spokenPlaces(moved, report).map(({ start, end }) => report.slice(start, end));
  };
  expect(places(`TECHNIQUE: CT.\n${REPORT}`)).toEqual(['shows a large study.']);
  expect(places(REPORT.replace('large', 'small'))).toEqual([]);
  expect(places('')).toEqual([]);
});
