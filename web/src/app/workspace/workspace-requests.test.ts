import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  answer,
  dictate,
  fill,
  goLive,
  linkedContexts,
  NOW,
  nothingSaid,
  refuse,
  saved,
  sent,
  server,
  shown,
  study,
  subscribe,
  transcribed,
  workspace,
} from './workspace-fixture';

describe('what is sent', () => {
  it('to transcribe is the audio in base64, without a prefix', async () => {
    await dictate('abc');
    await workspace.transcribe();
    expect(sent['/api/transcribe']).toEqual({
      audioData: btoa('abc'),
      mimeType: 'audio/webm',
      takeId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect(study().transcript.text).toBe('Liver normal.');
    expect(shown()).toEqual(['Transcription Complete', 'Audio has been successfully transcribed', 'default']);
  });

  it('to transcribe, whole or live, names the template that was chosen and the take, which is counted once', async () => {
    subscribe();
    goLive();
    workspace.chooseCustomTemplate({ id: 'c1', name: 'Mine', modality: null, content: 'x' });
    await dictate('abc');
    await workspace.transcribe();
    expect(sent['/api/transcribe']).toMatchObject({ audioData: btoa('abc'), customTemplateId: 'c1' });
    const { takeId } = sent['/api/transcribe'] as { takeId: string };
    expect(takeId).toBeTruthy();
    expect(linkedContexts).toEqual([{ customTemplateId: 'c1', takeId }]);
  });

  it('to structure is the transcription, the study and what was chosen', async () => {
    fill();
    workspace.amend({
      modality: 'CT',
      patient: {
        ...study().patient,
        patientId: '7',
        patientName: 'A. Patient',
        studyDate: '2026-11-20',
        sex: 'male',
        age: '61',
        accessionNumber: ' ACC-7 ',
        referringDoctor: 'Dr P. Shah',
      },
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
    subscribe();
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

  it('names the study by the template that was chosen, and its modality by the page or by that template', async () => {
    const own = { id: 'c1', name: 'Left knee', modality: 'MR scan', content: 'FINDINGS:\n- Menisci are intact.' };
    workspace.chooseCustomTemplate(own);
    await workspace.impression();
    expect(sent['/api/generate-impression']).toMatchObject({ studyName: 'Left knee', modality: 'MRI' });
    workspace.chooseModality('CT');
    workspace.chooseCustomTemplate({ ...own, modality: 'CT or MRI' });
    await workspace.impression();
    expect(sent['/api/generate-impression']).toMatchObject({ studyName: 'Left knee', modality: 'CT' });
    workspace.chooseModality('ALL');
    workspace.chooseCustomTemplate({ ...own, modality: 'CT or MRI' });
    await workspace.impression();
    expect(sent['/api/generate-impression']).not.toHaveProperty('modality');
    // The Word file names a built-in study or none.
    await workspace.export();
    expect(sent['/api/export-word']).toMatchObject({ studyName: 'RADIOLOGY REPORT' });
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
    const more = { patientId: 'CT/20 418', accessionNumber: ' ACC-7 ', referringDoctor: 'Dr P. Shah' };
    workspace.amend({ patient: { ...study().patient, ...more }, includeSignature: true });
    await workspace.export();
    expect(sent['/api/export-word']).toMatchObject({ ...more, accessionNumber: 'ACC-7', includeSignature: false });
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

  it('to understand a silent recording is no transcription, and no failure', async () => {
    const said = 'No words were heard in this recording. Check the microphone and its level.';
    server.use(http.post('/api/transcribe', nothingSaid));
    await dictate('abc');
    await workspace.transcribe();
    expect(study().transcript.text).toBe('');
    expect(workspace.activity.get().recorderFailure).toBe(said);
    expect(shown()?.[0]).not.toBe('Transcription Failed');
    // Nothing but commands.
    server.use(answer('/api/transcribe', transcribed(' ')));
    await workspace.transcribe();
    expect(workspace.activity.get().recorderFailure).toBe(said);
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
