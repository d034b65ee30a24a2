import { describe, expect, it, vi } from 'vitest';
import type { FakeVault } from '@/lib/vault/fake-vault';
import { createStudyKeeping } from './study-keeping';
import {
  answer,
  dictate,
  fill,
  keepIn,
  microphone,
  NOW,
  openAbandoned,
  pageAfterCrash,
  server,
  shown,
  study,
  transcribed,
  vault,
  workspace,
  workWith,
} from './workspace-fixture';

describe('New Report', () => {
  async function firstPatient(): Promise<void> {
    workspace.amend({
      modality: 'CT',
      patient: {
        patientId: 'FIRST-1',
        patientName: 'First Patient',
        studyDate: '2026-11-01',
        sex: 'female',
        age: '61',
        accessionNumber: 'ACC-FIRST',
        referringDoctor: 'Dr Referrer',
      },
      previousReport: 'first prior',
      comparing: true,
    });
    await dictate('first voice');
    server.use(answer('/api/transcribe', transcribed('first dictation')));
    await workspace.transcribe();
    workspace.amend({ report: 'FINDINGS:\n- first finding' });
    await workspace.keeping.flush();
    expect(await vault.contents()).toContain('first voice');
  }

  it('leaves nothing of the first patient: not on the page, not in memory, not in the browser', async () => {
    await firstPatient();
    workspace.newReport();
    workspace.amend({ patient: { ...study().patient, patientId: 'SECOND-2' } });
    workspace.undo();
    await workspace.keeping.flush();
    await vi.waitFor(async () => expect(await vault.contents()).not.toContain('first'));
    const page = JSON.stringify([workspace.history.get(), workspace.activity.get(), workspace.recorder.state.get()]);
    for (const trace of ['FIRST-1', 'First Patient', 'first', '2026-11-01', '"61"']) {
      expect(page).not.toContain(trace);
      expect(await vault.contents()).not.toContain(trace);
    }
    expect(study()).toMatchObject({ modality: 'CT', comparing: false, patient: { patientId: 'SECOND-2' } });
    expect(await workspace.recorder.recording()).toBeNull();
  });

  it('stays stored as long as it can be taken back, and is taken back at once with its recording', async () => {
    await firstPatient();
    workspace.newReport();
    await workspace.recorder.stored();
    expect(await vault.contents()).toContain('first voice');
    workspace.undo();
    expect(study().patient.patientId).toBe('FIRST-1');
    await vi.waitFor(async () => expect(await vault.contents()).toContain('first voice'));
    await vi.waitFor(async () =>
      expect(await (await workspace.recorder.recording())?.audio.text()).toBe('first voice'),
    );
  });

  it.each(['recording', 'paused', 'stopped'])('gives a dictation back that was %s, with no text yet', async (phase) => {
    await workspace.toggleRecording();
    microphone.say('first voice');
    if (phase === 'paused') workspace.togglePause();
    if (phase === 'stopped') await workspace.toggleRecording();
    workspace.newReport();
    expect(workspace.recorder.state.get().phase).toBe('idle');
    expect(workspace.history.get().past).toHaveLength(1);
    workspace.newReport();
    workspace.undo();
    await vi.waitFor(() => expect(workspace.recorder.state.get().phase).toBe('stopped'));
    expect(await (await workspace.recorder.recording())?.audio.text()).toBe('first voice');
    await vi.waitFor(async () => expect(await vault.contents()).toContain('first voice'));
  });

  it('carries no audio into the next study when the browser could not store it at first', async () => {
    let fail: () => void = () => undefined;
    const first = new Promise<FakeVault>((_, reject) => {
      fail = () => reject(new Error('no key yet'));
    });
    let attempts = 0;
    const keeping = createStudyKeeping(() => (attempts++ === 0 ? first : Promise.resolve(vault)));
    workWith(keeping);
    void workspace.open();
    await dictate('first voice');
    workspace.newReport();
    workspace.amend({ patient: { ...study().patient, patientId: 'SECOND-2' } });
    fail();
    await workspace.recorder.stored();
    await workspace.keeping.flush();
    expect(await vault.contents()).toContain('SECOND-2');
    expect(await vault.contents()).not.toContain('first voice');
  });

  it('asked for twice is done once', async () => {
    await firstPatient();
    workspace.newReport();
    workspace.newReport();
    workspace.undo();
    expect(study().patient.patientId).toBe('FIRST-1');
    await vi.waitFor(() => expect(workspace.recorder.state.get().phase).toBe('stopped'));
    await workspace.keeping.flush();
    expect(await vault.contents()).toContain('FIRST-1');
    await vi.waitFor(async () => expect(await vault.contents()).toContain('first voice'));
  });

  it('drops a result that arrives for the patient who has left', async () => {
    fill();
    const structuring = workspace.structure();
    workspace.newReport();
    await structuring;
    expect(study().report).toBe('');
    expect(workspace.activity.get().running).toBeNull();
  });
});

describe('what the browser keeps', () => {
  it('is given back after a crash', async () => {
    workspace.amend({ patient: { ...study().patient, patientName: 'A. Patient' }, report: 'FINDINGS:\n- A nodule.' });
    await dictate('abc');
    await workspace.keeping.flush();

    await pageAfterCrash();
    await openAbandoned();
    expect(study().report).toBe('FINDINGS:\n- A nodule.');
    expect(study().patient.patientName).toBe('A. Patient');
    expect(await (await workspace.recorder.recording())?.audio.text()).toBe('abc');
    expect(workspace.keeping.abandoned.get()).toEqual([]);
  });

  it.each(['text', 'recording'])('is given back without its %s when that cannot be read', async (part) => {
    fill();
    await dictate('abc');
    await workspace.keeping.flush();
    const unreadable = () => Promise.reject(new Error('changed bytes'));
    keepIn({ ...vault, ...(part === 'text' ? { openDraft: unreadable } : { openRecording: unreadable }) });

    await pageAfterCrash();
    await openAbandoned();
    expect(shown()?.[0]).toBe('Recovery Incomplete');
    const audio = await (await workspace.recorder.recording())?.audio.text();
    expect([study().report, audio]).toEqual(part === 'text' ? ['', 'abc'] : ['FINDINGS:\n- A nodule.', undefined]);
  });

  it('is given back with what can be read of its recording', async () => {
    fill();
    await dictate('abc');
    await workspace.keeping.flush();
    keepIn({ ...vault, openRecording: async () => ({ audio: new Blob(['ab']), endMissing: true }) });

    await pageAfterCrash();
    await openAbandoned();
    expect(shown()?.slice(0, 2)).toEqual(['Recovery Incomplete', expect.stringContaining('end of a recording')]);
    expect(await (await workspace.recorder.recording())?.audio.text()).toBe('ab');
  });

  it('is deleted when the report is exported', async () => {
    fill();
    await dictate('abc');
    await workspace.transcribe();
    await workspace.keeping.flush();
    await workspace.export();
    expect(await vault.studies()).toEqual([]);
  });

  it('stays when a recording still waits to be transcribed', async () => {
    fill();
    await dictate('abc');
    await workspace.export();
    expect(await vault.contents()).toContain('abc');
  });

  it('is not thrown away on one page when another one has taken it up', async () => {
    const held = new Set<string>(['study-of-another-page']);
    vi.stubGlobal('navigator', {
      locks: {
        query: async () => ({ held: [] }),
        request: async (name: string, _: object, work: (lock: object | null) => unknown) =>
          work(held.has(name.slice('readout-study:'.length)) ? null : {}),
      },
    });
    await vault.saveDraft('study-of-another-page', '{}', NOW);
    await workspace.keeping.search();
    const [found] = workspace.keeping.abandoned.get();
    if (!found) throw new Error('the study was expected to be found');
    await workspace.discardFound(found);
    expect(await vault.openDraft('study-of-another-page')).toBe('{}');
    held.clear();
    await workspace.discardFound(found);
    expect(await vault.openDraft('study-of-another-page')).toBeNull();
    vi.unstubAllGlobals();
  });

  it('is missed when the page closes without it', async () => {
    const keeping = createStudyKeeping(() => Promise.reject(new Error('no key')));
    workWith(keeping);
    await workspace.open();
    expect(workspace.wouldLose()).toBe(false);
    fill();
    await keeping.flush();
    expect(workspace.wouldLose()).toBe(true);
    workspace.newReport();
    expect(workspace.wouldLose()).toBe(false);
    await workspace.toggleRecording();
    expect(workspace.wouldLose()).toBe(true);
  });

  it('has a recording that could not be stored while it ran as soon as it can be', async () => {
    vi.useFakeTimers();
    let up = false;
    const keeping = createStudyKeeping(() => (up ? Promise.resolve(vault) : Promise.reject(new Error('no network'))));
    workWith(keeping);
    await workspace.open();
    await dictate('abc');
    await workspace.recorder.stored();
    expect(workspace.recorder.unkept.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(workspace.recorder.unkept.get()).toBe(true);
    up = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(workspace.recorder.unkept.get()).toBe(false);
    expect(await vault.contents()).toContain('abc');
    await workspace.close();
    vi.useRealTimers();
  });

  it('is no condition of working', async () => {
    const keeping = createStudyKeeping(() => Promise.reject(new Error('no key')));
    workWith(keeping);
    await workspace.open();
    await dictate('abc');
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal.');
    await vi.waitFor(() => expect(workspace.recorder.unkept.get()).toBe(true));
  });
});
