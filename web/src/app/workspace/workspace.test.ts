import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StructuredReport } from '@/api/types';
import { toastStore } from '@/components/ui/toast-store';
import { type FakeMicrophone, fakeMicrophone } from '@/features/recorder/fake-capture';
import { type FakeVault, fakeVault } from '@/lib/vault/fake-vault';
import { createStudyKeeping } from './study-keeping';
import { createWorkspace, type Workspace } from './workspace';

const NOW = new Date(2026, 10, 20, 9, 30).getTime();
const STRUCTURED: StructuredReport = {
  clinicalHistory: 'Cough.',
  technique: 'Plain CT.',
  findings: '- A nodule.',
  comparison: '',
  impression: '',
  statements: [],
  flags: [],
  repairs: [],
  engine: { name: 'rules' },
  template: null,
};

const sent: Record<string, unknown> = {};
const answer = (path: string, json: object) =>
  http.post(path, async ({ request }) => {
    sent[path] = await request.json();
    return HttpResponse.json(json);
  });
const refuse = (path: string, status = 502) =>
  server.use(http.post(path, () => HttpResponse.json({ message: 'The engine is down.', code: 'engine' }, { status })));
const transcribed = (text: string) => ({ text, heard: text, words: [], engine: 'x', seconds: 1 });

const server = setupServer(
  answer('/api/transcribe', transcribed('Liver normal.')),
  answer('/api/structure-report', STRUCTURED),
  answer('/api/generate-impression', { impression: '1. Nodule.' }),
  http.post('/api/export-word', async ({ request }) => {
    sent['/api/export-word'] = await request.json();
    return new HttpResponse('PK');
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

const saved: string[] = [];
let vault: FakeVault;
let microphone: FakeMicrophone;
let workspace: Workspace;
let premium: boolean;

beforeEach(async () => {
  for (const path of Object.keys(sent)) delete sent[path];
  saved.length = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  premium = false;
  vault = fakeVault();
  ({ workspace, microphone } = openPage());
  await workspace.open();
});
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});

function openPage() {
  const mike = fakeMicrophone();
  const page = createWorkspace({
    keeping: createStudyKeeping(
      async () => vault,
      () => NOW,
    ),
    hasPremium: () => premium,
    openCapture: mike.open,
    now: () => NOW,
  });
  return { workspace: page, microphone: mike };
}

const study = () => workspace.history.get().study;
const shown = () => {
  const message = toastStore.current();
  return message && [message.title, message.description, message.variant ?? 'default'];
};
const fill = () => workspace.amend({ transcript: { text: 'A nodule.', takes: [] }, report: 'FINDINGS:\n- A nodule.' });

async function dictate(words: string): Promise<void> {
  await workspace.toggleRecording();
  microphone.say(words);
  await workspace.toggleRecording();
}

describe('what is sent', () => {
  it('to transcribe is the audio in base64, without a prefix', async () => {
    await dictate('abc');
    await workspace.transcribe();
    expect(sent['/api/transcribe']).toEqual({ audioData: btoa('abc'), mimeType: 'audio/webm' });
    expect(study().transcript.text).toBe('Liver normal.');
    expect(shown()).toEqual(['Transcription Complete', 'Audio has been successfully transcribed', 'default']);
  });

  it('to structure is the transcription, the study and what was chosen', async () => {
    fill();
    workspace.amend({
      modality: 'CT',
      patient: { patientId: '7', patientName: 'A. Patient', studyDate: '2026-11-20', sex: 'male', age: '61' },
      comparing: true,
      previousReport: 'old',
    });
    await workspace.structure();
    const body = {
      transcriptionText: 'A nodule.',
      patientId: '7',
      patientName: 'A. Patient',
      studyDate: '2026-11-20',
      patientSex: 'male',
      modality: 'CT',
    };
    expect(sent['/api/structure-report']).toEqual(body);
    premium = true;
    workspace.chooseCustomTemplate({ id: 'c1', name: 'Mine', modality: null, content: 'x' });
    expect(shown()).toEqual(['Custom Template Loaded', 'Mine has been loaded.', 'default']);
    await workspace.structure();
    expect(sent['/api/structure-report']).toEqual({ ...body, previousReport: 'old', customTemplateId: 'c1' });
    expect(study().report).toBe('CLINICAL HISTORY:\nCough.\n\nTECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- A nodule.');
    expect(shown()).toEqual(['Report Structured', 'Findings have been organized into report sections', 'default']);
  });

  it('to generate an impression are the findings and the history', async () => {
    workspace.amend({
      report: 'CLINICAL HISTORY:\nCough.\n\nTECHNIQUE:\nCT.\n\nFINDINGS:\n- A nodule.\n\nCOMPARISON:\nNone.',
    });
    await workspace.impression();
    expect(sent['/api/generate-impression']).toEqual({ findings: '- A nodule.', clinicalHistory: 'Cough.' });
    expect(study().report).toMatch(/IMPRESSION:\n1\. Nodule\.$/);
    expect(shown()).toEqual(['Impression Generated', 'AI has generated the clinical impression.', 'default']);
  });

  it('to export is the report as it stands; the file is named after the patient id or the time', async () => {
    fill();
    await workspace.export();
    expect(sent['/api/export-word']).toEqual({
      reportContent: 'FINDINGS:\n- A nodule.',
      patientId: '',
      patientName: '',
      studyDate: '2026-11-20',
      studyName: 'RADIOLOGY REPORT',
      includeSignature: false,
    });
    workspace.amend({ patient: { ...study().patient, patientId: 'CT/20 418' }, includeSignature: true });
    await workspace.export();
    expect(sent['/api/export-word']).toMatchObject({ patientId: 'CT/20 418', includeSignature: false });
    expect(saved).toEqual([`radiology_report_${NOW}.docx`, 'radiology_report_CT_20_418.docx']);
    expect(shown()).toEqual(['Report Exported', 'Report has been downloaded as a Word document.', 'default']);
  });
});

describe('a failure', () => {
  it('of transcription keeps the recording, which can be sent again', async () => {
    refuse('/api/transcribe');
    await dictate('abc');
    await workspace.transcribe();
    expect(shown()).toEqual(['Transcription Failed', 'Failed to transcribe audio. Please try again.', 'destructive']);
    expect(workspace.activity.get()).toMatchObject({ running: null, recorderFailure: 'The engine is down.' });
    server.resetHandlers();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal.');
    expect(workspace.activity.get().recorderFailure).toBeNull();
  });

  it('of structuring, impression or export says so and changes nothing', async () => {
    for (const path of ['/api/structure-report', '/api/generate-impression', '/api/export-word']) refuse(path);
    fill();
    const before = study();
    await workspace.structure();
    expect(shown()).toEqual(['Structuring Failed', 'Failed to structure report. Please try again.', 'destructive']);
    await workspace.impression();
    expect(shown()).toEqual(['Generation Failed', 'Failed to generate impression. Please try again.', 'destructive']);
    await workspace.export();
    expect(shown()).toEqual(['Export Failed', 'Failed to export report. Please try again.', 'destructive']);
    expect(study()).toBe(before);
    expect(workspace.activity.get().reportFailure).toBe('The engine is down.');
  });

  it('is said before anything is sent when there is nothing to send', async () => {
    await workspace.structure();
    expect(shown()).toEqual(['No Transcription', 'Please record and transcribe audio first.', 'destructive']);
    await workspace.impression();
    expect(shown()).toEqual([
      'No Findings',
      'Please structure the report first to generate an impression.',
      'destructive',
    ]);
    await workspace.export();
    expect(sent).toEqual({});
  });

  it('to understand a silent recording is no transcription', async () => {
    server.use(answer('/api/transcribe', transcribed(' ')));
    await dictate('abc');
    await workspace.transcribe();
    expect(study().transcript.text).toBe('');
    expect(workspace.activity.get().recorderFailure).toBe('No words were heard in this recording.');
  });
});

describe('one request at a time', () => {
  it('is sent, and can be cancelled', async () => {
    fill();
    const first = workspace.structure();
    expect(workspace.activity.get().running).toBe('structure');
    await workspace.impression();
    expect(sent['/api/generate-impression']).toBeUndefined();
    workspace.cancel();
    await first;
    expect(workspace.activity.get().running).toBeNull();
    expect(study().report).toBe('FINDINGS:\n- A nodule.');
  });

  it('leaves typing free, and the result is put into what was typed', async () => {
    fill();
    const generating = workspace.impression();
    workspace.amend({ report: 'FINDINGS:\n- A nodule, edited.' });
    await generating;
    expect(study().report).toBe('FINDINGS:\n- A nodule, edited.\n\nIMPRESSION:\n1. Nodule.');
  });
});

describe('a take', () => {
  it('that was edited is not replaced without asking', async () => {
    await dictate('abc');
    await workspace.transcribe();
    workspace.editTranscript('Liver enlarged.');
    server.use(answer('/api/transcribe', transcribed('Liver is normal.')));
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver enlarged.');
    workspace.resolveTake('keepBoth');
    expect(study().transcript.text).toBe('Liver enlarged.\nLiver is normal.');
    expect(workspace.activity.get().undecided).toBeNull();
  });

  it('of a paused recording is the same take when the whole of it comes', async () => {
    await workspace.toggleRecording();
    microphone.murmur('abc');
    workspace.togglePause();
    await workspace.transcribe();
    expect(sent['/api/transcribe']).toMatchObject({ audioData: btoa('abc') });
    workspace.togglePause();
    microphone.say('def');
    await workspace.toggleRecording();
    server.use(answer('/api/transcribe', transcribed('Liver normal. Spleen normal.')));
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
  });
});

describe('a recording', () => {
  it('that went on while its first part was transcribed still waits for the rest', async () => {
    await workspace.toggleRecording();
    microphone.murmur('abc');
    workspace.togglePause();
    const transcribing = workspace.transcribe();
    workspace.togglePause();
    microphone.say('def');
    await workspace.toggleRecording();
    await transcribing;
    expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: false });
    await workspace.toggleRecording();
    expect(workspace.recorder.shelved.get()).toHaveLength(1);
  });
});

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

  it('can be taken back at once, with its recording', async () => {
    await firstPatient();
    workspace.newReport();
    await vi.waitFor(async () => expect(await vault.contents()).not.toContain('first voice'));
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
    workspace = createWorkspace({ keeping, hasPremium: () => false, openCapture: microphone.open });
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

    ({ workspace } = openPage());
    await workspace.open();
    const [found] = workspace.keeping.abandoned.get();
    if (!found) throw new Error('the first page left a study behind');
    await workspace.recover(found);
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
    vault = { ...vault, ...(part === 'text' ? { openDraft: unreadable } : { openRecording: unreadable }) };

    ({ workspace } = openPage());
    await workspace.open();
    const [found] = workspace.keeping.abandoned.get();
    if (!found) throw new Error('the first page left a study behind');
    await workspace.recover(found);
    expect(shown()?.[0]).toBe('Recovery Incomplete');
    const audio = await (await workspace.recorder.recording())?.audio.text();
    expect([study().report, audio]).toEqual(part === 'text' ? ['', 'abc'] : ['FINDINGS:\n- A nodule.', undefined]);
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
    workspace = createWorkspace({ keeping, hasPremium: () => false, openCapture: microphone.open });
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

  it('is no condition of working', async () => {
    const keeping = createStudyKeeping(() => Promise.reject(new Error('no key')));
    workspace = createWorkspace({ keeping, hasPremium: () => false, openCapture: microphone.open });
    await workspace.open();
    await dictate('abc');
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal.');
    await vi.waitFor(() => expect(workspace.recorder.unkept.get()).toBe(true));
  });
});
