import { describe, expect, it } from 'vitest';
import { takenBackIn } from '@/features/workspace/transcript';
import {
  answer,
  dictate,
  engineSays,
  goLive,
  liveEngine,
  microphone,
  sent,
  server,
  shown,
  study,
  transcribed,
  workspace,
} from './workspace-fixture';

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

describe('a take that is transcribed as a whole', () => {
  it('tells of the commands in it that nobody has carried out, and of an end that is missing', async () => {
    await dictate('abc');
    server.use(answer('/api/transcribe', { ...transcribed('Liver normal.'), skippedCommands: 2, cut: true }));
    await workspace.transcribe();
    expect(shown()?.slice(0, 2)).toEqual([
      'Transcription Complete',
      'Audio has been successfully transcribed. 2 spoken commands were not carried out. The recording is damaged or cut: words may be missing at its end.',
    ]);
    server.use(answer('/api/transcribe', { ...transcribed(''), skippedCommands: 1 }));
    await workspace.transcribe();
    expect(shown()?.slice(0, 2)).toEqual(['No Words Heard', '1 spoken command was not carried out.']);
  });

  it('keeps what was taken back in it beside the preview, and tells of it when nothing else is left', async () => {
    await dictate('abc');
    const takenBack = ['9 cm sorry'];
    server.use(answer('/api/transcribe', { ...transcribed('A 9 mm nodule.'), takenBack }));
    await workspace.transcribe();
    expect(takenBackIn(study().transcript)).toEqual(takenBack);
    server.use(answer('/api/transcribe', { ...transcribed(''), takenBack: ['liver normal', 'scratch that'] }));
    await workspace.transcribe();
    expect(shown()?.slice(0, 2)).toEqual([
      'No Words Heard',
      'Taken back: \u201cliver normal\u201d, \u201cscratch that\u201d',
    ]);
  });

  it('keeps what was taken back of it when its words came while it was spoken', async () => {
    goLive();
    await workspace.toggleRecording();
    engineSays('A 9 mm nodule.');
    microphone.say('abc');
    await workspace.toggleRecording();
    liveEngine().onFinal({ ...transcribed('A 9 mm nodule.'), takenBack: ['9 cm sorry'] });
    expect(takenBackIn(study().transcript)).toEqual(['9 cm sorry']);
  });

  it('does not count the commands that were carried out while it was spoken', async () => {
    goLive();
    await workspace.toggleRecording();
    engineSays('Liver normal.');
    liveEngine().onCommand({ name: 'next_field', argument: null });
    liveEngine().onCommand({ name: 'scratch', argument: null });
    liveEngine().onLost(null);
    microphone.say('abc');
    await workspace.toggleRecording();
    server.use(answer('/api/transcribe', { ...transcribed('Spleen normal.'), skippedCommands: 2 }));
    await workspace.transcribe();
    expect(shown()?.[1]).toContain('1 spoken command was not carried out.');
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
