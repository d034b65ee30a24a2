import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WithoutBlanks } from '@/api/types';
import * as clipboard from '@/features/report/formatted-copy';
import { answer, refuse, saved, sent, server, shown, study, workspace } from './workspace-fixture';

const REPORT = 'FINDINGS:\n- A nodule.\n- Spleen measures ___ cm.\n- The [right/left] kidney is small.';
const LEFT = 'FINDINGS:\n- A nodule.\n- The [right/left] kidney is small.';
const WITHOUT: WithoutBlanks = {
  reportContent: LEFT,
  blanks: 2,
  sentences: [
    { text: 'Spleen measures ___ cm.', outcome: 'left_out' },
    { text: 'The [right/left] kidney is small.', outcome: 'stays' },
  ],
};

const copied: string[] = [];
const question = () => workspace.openBlanks.question.get();

beforeEach(() => {
  copied.length = 0;
  server.use(answer('/api/leave-out-blanks', WITHOUT));
  vi.spyOn(clipboard, 'copyReport').mockImplementation(async (report) => void copied.push(report));
  workspace.amend({ report: REPORT });
});

describe('a report with unfilled blanks', () => {
  it('is asked about once before it is exported or copied', async () => {
    await workspace.export();
    expect(sent).toEqual({ '/api/leave-out-blanks': { reportContent: REPORT } });
    expect(question()).toMatchObject({ taking: 'export', blanks: 2, without: WITHOUT });
    expect(workspace.activity.get().exporting).toBe(false);
    await workspace.copy();
    expect(question()?.taking).toBe('export');
    expect(copied).toEqual([]);
  });

  it('loses what only asks, as one step that can be undone, and then is exported', async () => {
    await workspace.export();
    await workspace.openBlanks.leaveOut();
    expect(study().report).toBe(LEFT);
    expect(sent['/api/export-word']).toMatchObject({ reportContent: LEFT });
    expect(saved).toHaveLength(1);
    expect(question()).toBeNull();
    workspace.undo();
    expect(study().report).toBe(REPORT);
  });

  it('is copied as it then stands in the editor', async () => {
    await workspace.copy();
    await workspace.openBlanks.leaveOut();
    expect(copied).toEqual([LEFT]);
    expect(study().report).toBe(LEFT);
    expect(sent['/api/export-word']).toBeUndefined();
  });

  it('goes as it is when that is wanted, and nowhere when the question is cancelled', async () => {
    await workspace.copy();
    workspace.openBlanks.cancel();
    expect(copied).toEqual([]);
    await workspace.copy();
    await workspace.openBlanks.asItIs();
    expect(copied).toEqual([REPORT]);
    expect(study().report).toBe(REPORT);
  });

  it('is asked about again when something was dictated into it meanwhile', async () => {
    await workspace.export();
    workspace.amend({ report: `${REPORT}\n- No ascites.` });
    await workspace.openBlanks.leaveOut();
    expect(study().report).toBe(`${REPORT}\n- No ascites.`);
    expect(sent['/api/leave-out-blanks']).toEqual({ reportContent: `${REPORT}\n- No ascites.` });
    expect(question()?.study.report).toBe(`${REPORT}\n- No ascites.`);
    expect(sent['/api/export-word']).toBeUndefined();
  });

  it('is no longer asked about when its study has left the page', async () => {
    await workspace.export();
    workspace.newReport();
    await workspace.openBlanks.leaveOut();
    await workspace.openBlanks.asItIs();
    expect(study().report).toBe('');
    expect(sent['/api/export-word']).toBeUndefined();

    workspace.amend({ report: REPORT });
    const copying = workspace.copy();
    workspace.newReport();
    // What the server still thinks about another study holds nothing up.
    workspace.amend({ report: REPORT });
    await workspace.copy();
    expect(question()?.study.id).toBe(study().id);
    workspace.openBlanks.cancel();
    await copying;
    expect(question()).toBeNull();
  });

  it('can still go as it is when the server does not answer', async () => {
    refuse('/api/leave-out-blanks');
    await workspace.copy();
    expect(shown()).toEqual([
      'Blanks Not Checked',
      'Failed to check which blanks can be left out. Please try again.',
      'destructive',
    ]);
    expect(workspace.activity.get().reportFailure).toBe('The engine is down.');
    expect(question()).toMatchObject({ blanks: 2, without: null });
    await workspace.openBlanks.leaveOut();
    expect(copied).toEqual([]);
    await workspace.copy();
    await workspace.openBlanks.asItIs();
    expect(copied).toEqual([REPORT]);
  });
});

it('a report without blanks is not asked about', async () => {
  server.use(http.post('/api/leave-out-blanks', () => HttpResponse.error()));
  workspace.amend({ report: 'FINDINGS:\n- A nodule.' });
  await workspace.export();
  await workspace.copy();
  expect(question()).toBeNull();
  expect(saved).toHaveLength(1);
  expect(copied).toEqual(['FINDINGS:\n- A nodule.']);
});
