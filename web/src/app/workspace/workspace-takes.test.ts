import { describe, expect, it } from 'vitest';
import { answer, dictate, microphone, sent, server, study, transcribed, workspace } from './workspace-fixture';

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
