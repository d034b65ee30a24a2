import { expect, it } from 'vitest';
import { newLiveTake, put as putStretch, settle } from './live-take';
import { correctionIn, markDoubts, moveWords, type ReportWords, reportWords, spokenPlaces } from './report-words';
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

/** Stretches, put into a report as they are joined to it, corrected by the final text: the report, and what is spoken in it. */
function corrected(stretches: readonly (readonly [words: string, text: string])[], final: string, behind = '') {
  let take = newLiveTake('a');
  let report = 'FINDINGS:';
  let all: readonly ReportWords[] = [];
  for (const [words, text] of stretches) {
    const [from, start] = [take.committed.length, report.length];
    report += text;
    const put = reportWords(report, { recordingId: 'a', from, words, start, text });
    if (put) all = [...all, put];
    take = putStretch(take, words, 'report');
  }
  report += behind;
  for (const correction of settle(take, final, [])?.corrections.toReversed() ?? []) {
    const found = correctionIn(all, report, take, correction);
    if (!found) return null;
    report = report.slice(0, found.place.start) + found.change.words + report.slice(found.place.end);
    all = found.all;
  }
  return { report, spoken: spokenPlaces(all, report).map(({ start, end }) => report.slice(start, end)) };
}

it('are corrected stretch by stretch, with the space that one of them took along', () => {
  const stretches = [
    ['The left kidney', '\nThe left kidney'],
    [' sorry', ' sorry'],
    [' right kidney is normal.', ' right kidney is normal.'],
  ] as const;
  expect(corrected(stretches, 'The right kidney is normal.')).toEqual({
    report: 'FINDINGS:\nThe right kidney is normal.',
    spoken: ['The', 'right kidney is normal.'],
  });
  const two = [
    ['The left kidney', '\nThe left kidney'],
    [' sorry right kidney', ' sorry right kidney'],
  ] as const;
  expect(corrected(two, 'The right kidney')?.report).toBe('FINDINGS:\nThe right kidney');
});

it('are corrected without what the report has behind them already', () => {
  const put = [['Nodule of four mm.', ' nodule of four']] as const;
  expect(corrected(put, 'Nodule of 4 mm.', ' mm.')).toEqual({
    report: 'FINDINGS: nodule of 4 mm.',
    spoken: ['nodule of 4'],
  });
  const stopped = [['Spleen is large.', ' spleen is large']] as const;
  expect(corrected(stopped, 'Spleen is small.', ', see above.')?.report).toBe('FINDINGS: spleen is small, see above.');
});
