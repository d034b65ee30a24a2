import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  dictate,
  fill,
  keepReports,
  microphone,
  openAbandoned,
  pageAfterCrash,
  passHours,
  refuseStorage,
  server,
  shown,
  study,
  vault,
  workspace,
} from './workspace-fixture';

const parkedNames = () => workspace.keeping.parked.get().map((each) => each.study?.patient.patientName);
const patient = (patientName: string) => workspace.amend({ patient: { ...study().patient, patientName } });
async function openParked(name: string): Promise<void> {
  const found = workspace.keeping.parked.get().find((each) => each.study?.patient.patientName === name);
  if (!found) throw new Error(`${name} was expected to be parked`);
  await workspace.openStudy(found.stored);
}
const audio = async () => (await workspace.recorder.recording())?.audio.text();

describe('a draft that is parked', () => {
  it('leaves an empty page, and comes back whole', async () => {
    workspace.amend({ modality: 'CT', previousReport: 'Prior.', comparing: true });
    patient('First');
    fill();
    workspace.dismissFlag('a flag');
    await dictate('first voice');
    const before = study();
    await workspace.park();
    expect(study()).toMatchObject({ report: '', modality: 'CT', comparing: false, dismissed: [] });
    expect(await audio()).toBeUndefined();
    expect(parkedNames()).toEqual(['First']);

    await openParked('First');
    expect(study()).toEqual(before);
    expect(await audio()).toBe('first voice');
    expect(parkedNames()).toEqual([]);
  });

  it.each(['recording', 'paused'])('takes the dictation along that was %s, to its last word', async (phase) => {
    await workspace.toggleRecording();
    microphone.say('first ');
    microphone.murmur('voice');
    if (phase === 'paused') workspace.togglePause();
    await workspace.park();
    expect(microphone.isOpen()).toBe(false);
    await workspace.openLastParked();
    expect(await audio()).toBe('first voice');
  });

  it('changes places with the one on the page', async () => {
    patient('First');
    await workspace.park();
    patient('Urgent');
    await dictate('urgent voice');
    await workspace.openLastParked();
    expect([study().patient.patientName, parkedNames()]).toEqual(['First', ['Urgent']]);
    await workspace.openLastParked();
    expect([study().patient.patientName, parkedNames()]).toEqual(['Urgent', ['First']]);
    expect(await audio()).toBe('urgent voice');
  });

  it('survives a crash, and is not offered as something that was left behind', async () => {
    patient('First');
    await dictate('first voice');
    await workspace.park();
    patient('Second');
    await workspace.park();
    await pageAfterCrash();
    expect(parkedNames().sort()).toEqual(['First', 'Second']);
    expect(workspace.keeping.abandoned.get()).toEqual([]);
    await openParked('First');
    expect(await audio()).toBe('first voice');
  });

  it('is what the page goes on with, crash or not', async () => {
    patient('First');
    await workspace.park();
    await openParked('First');
    patient('First, corrected');
    await workspace.keeping.flush();
    await pageAfterCrash();
    await openAbandoned();
    expect(study().patient.patientName).toBe('First, corrected');
  });

  it('stays on the page when the browser cannot store it', async () => {
    patient('First');
    await dictate('first voice');
    refuseStorage();
    await workspace.park();
    expect(shown()).toEqual(['Not Parked', expect.any(String), 'destructive']);
    expect(study().patient.patientName).toBe('First');
    expect(await audio()).toBe('first voice');
  });

  it('is not opened in the place of one that the browser cannot store', async () => {
    patient('First');
    await workspace.park();
    patient('Urgent');
    refuseStorage();
    await workspace.openLastParked();
    expect(shown()?.[0]).toBe('Not Parked');
    expect([study().patient.patientName, parkedNames()]).toEqual(['Urgent', ['First']]);
  });

  it('is discarded with its recording', async () => {
    patient('First');
    await dictate('first voice');
    await workspace.park();
    const [found] = workspace.keeping.parked.get();
    if (found) await workspace.discardFound(found.stored);
    expect(parkedNames()).toEqual([]);
    expect(await vault.contents()).not.toContain('first voice');
  });

  it('is not made of an empty page, nor of a report that was exported and left as it was', async () => {
    await workspace.park();
    expect(parkedNames()).toEqual([]);
    patient('Waiting');
    await workspace.park();
    fill();
    await workspace.export();
    await workspace.openLastParked();
    expect([study().patient.patientName, parkedNames()]).toEqual(['Waiting', []]);
  });
});

describe('a draft whose report is being exported', () => {
  it('stays parked when the export ends while it is being parked', async () => {
    let finishExport = () => {};
    const exporting = new Promise<void>((resolve) => {
      finishExport = resolve;
    });
    server.use(http.post('/api/export-word', () => exporting.then(() => new HttpResponse('PK'))));
    patient('First');
    fill();
    const exported = workspace.export();
    const { saveDraft } = vault;
    vault.saveDraft = async (...draft) => {
      await saveDraft(...draft);
      finishExport();
      await exported;
    };
    await workspace.park();
    expect(shown()).toEqual(['Draft Parked', expect.stringContaining('First'), 'default']);
    await openParked('First');
    expect(study()).toMatchObject({ report: 'FINDINGS:\n- A nodule.', transcript: { text: 'A nodule.' } });
  });

  /** Exports; comes back while the study is being taken from a slow disk, and says how to wait for the end of that. */
  async function exportSlowly(): Promise<{ ended: Promise<void> }> {
    const { discardStudy } = vault;
    return new Promise((begun) => {
      vault.discardStudy = async (id) => {
        begun({ ended });
        await new Promise((resolve) => setTimeout(resolve, 30));
        await discardStudy(id);
      };
      const ended = workspace.export();
    });
  }

  it('is parked with what was written behind the export', async () => {
    patient('First');
    fill();
    const { ended } = await exportSlowly();
    workspace.amend({ report: 'FINDINGS:\n- A nodule.\n- Addendum.' });
    await Promise.all([ended, workspace.park()]);
    await openParked('First');
    expect(study().report).toContain('Addendum');
  });

  it('keeps the recording that was begun behind the export', async () => {
    fill();
    const { ended } = await exportSlowly();
    await dictate('second voice');
    await ended;
    await workspace.recorder.stored();
    expect(await vault.contents()).toContain('second voice');
  });
});

describe('recent reports', () => {
  const recent = async () => (await workspace.recent.readAll()).map(({ by, study: kept }) => [by, kept.report]);

  it('are what was structured, copied or exported, as it was last', async () => {
    workspace.amend({ transcript: { text: 'A nodule.', takes: [] } });
    await workspace.structure();
    expect(await recent()).toEqual([['structured', expect.stringContaining('A nodule.')]]);
    await workspace.export();
    workspace.amend({ report: 'FINDINGS:\n- Corrected.' });
    expect(await recent()).toEqual([['exported', expect.stringContaining('A nodule.')]]);
    workspace.newReport();
    expect(await recent()).toEqual([['exported', 'FINDINGS:\n- Corrected.']]);
  });

  it('can be gone on with, and what is on the page is parked', async () => {
    fill();
    await workspace.export();
    const { id } = study();
    workspace.newReport();
    patient('Next');
    await workspace.openReport(id);
    expect(study()).toMatchObject({ id, report: 'FINDINGS:\n- A nodule.' });
    expect(parkedNames()).toEqual(['Next']);
  });

  it.each([1, 24, 72])('are gone when %d hours are over, on a page that stays open too', async (hours) => {
    keepReports(hours);
    await pageAfterCrash();
    fill();
    await workspace.export();
    passHours(hours - 0.1);
    expect(await recent()).toHaveLength(1);
    passHours(0.2);
    expect(await recent()).toEqual([]);
    expect(workspace.recent.kept.get()).toEqual([]);
    await workspace.copyRecent(study().id);
    expect(shown()?.[0]).toBe('Report Gone');
    // Nobody's clock brings it back: it was thrown away.
    await pageAfterCrash();
    await workspace.recent.readAll();
    passHours(-1);
    expect(await recent()).toEqual([]);
  });

  it('are not kept when they are switched off, and what was kept is deleted', async () => {
    fill();
    await workspace.export();
    keepReports(0);
    await pageAfterCrash();
    fill();
    await workspace.export();
    keepReports(24);
    await pageAfterCrash();
    expect(await recent()).toEqual([]);
  });

  it('do not outlive a draft that was discarded, unless they were handed on', async () => {
    workspace.amend({ transcript: { text: 'A nodule.', takes: [] } });
    await workspace.structure();
    await workspace.park();
    fill();
    await workspace.export();
    workspace.amend({ report: 'FINDINGS:\n- More.' });
    await workspace.park();
    for (const found of workspace.keeping.parked.get()) await workspace.discardFound(found.stored);
    await vi.waitFor(async () => expect(await recent()).toEqual([['exported', 'FINDINGS:\n- More.']]));
  });
});
