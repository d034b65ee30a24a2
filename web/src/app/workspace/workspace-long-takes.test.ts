import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DictationPage } from './dictation';
import {
  engineEnds,
  goLive,
  links,
  liveEngine,
  microphone,
  nothingSaid,
  openAbandoned,
  pageAfterCrash,
  passHours,
  server,
  study,
  transcribed,
  workspace,
} from './workspace-fixture';

/** Dictates until the take is as long as one may be; what is said next belongs to the next one. */
async function fillTake(words = 'abc'): Promise<void> {
  await workspace.toggleRecording();
  passHours(59 / 60);
  microphone.say(words);
  await vi.waitFor(() => expect(workspace.recorder.shelved.get()).toHaveLength(1));
}

describe('a dictation that is longer than one take', () => {
  /** The engine hears what the chunks say. */
  function hear(refused?: string): void {
    server.use(
      http.post('/api/transcribe', async ({ request }) => {
        const { audioData } = (await request.json()) as { audioData: string };
        if (atob(audioData) === refused) return HttpResponse.json({ message: 'Down.', code: 'x' }, { status: 502 });
        return HttpResponse.json(transcribed(atob(audioData)));
      }),
    );
  }

  it('is transcribed with one Transcribe, in the order in which it was spoken', async () => {
    hear();
    await fillTake('Liver normal.');
    microphone.say('Spleen normal.');
    await workspace.toggleRecording();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
    expect(workspace.recorder.shelved.get()).toEqual([]);
    expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: true });
  });

  it('loses nothing when one of its takes is refused', async () => {
    hear('Spleen normal.');
    await fillTake('Liver normal.');
    microphone.say('Spleen normal.');
    await workspace.toggleRecording();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal.');
    expect(workspace.activity.get().recorderFailure).toBe('Down.');
    hear();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
  });

  it('sends a silent part once, says so, and keeps it', async () => {
    const sent: string[] = [];
    server.use(
      http.post('/api/transcribe', async ({ request }) => {
        const said = atob(((await request.json()) as { audioData: string }).audioData);
        sent.push(said);
        return said === 'hum' ? nothingSaid() : HttpResponse.json(transcribed(said));
      }),
    );
    await fillTake('hum');
    microphone.say('Spleen normal.');
    await workspace.toggleRecording();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Spleen normal.');
    expect(workspace.activity.get().recorderFailure).toBe('No words were heard in an earlier part of this recording.');
    await workspace.transcribe();
    expect(sent).toEqual(['hum', 'Spleen normal.', 'Spleen normal.']);
    expect(workspace.recorder.shelved.get()).toHaveLength(1);
  });

  it('asks about an edited take before it goes on', async () => {
    hear();
    await fillTake('Liver normal.');
    microphone.say('Spleen normal.');
    await workspace.toggleRecording();
    const [part] = workspace.recorder.shelved.get();
    if (!part) throw new Error('no part');
    workspace.amend({
      transcript: {
        text: 'Liver large.',
        takes: [{ recordingId: part.id, start: 0, end: 12, transcribed: 'Liver?', heard: '', doubtful: [] }],
      },
    });
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver large.');
    workspace.resolveTake('replace');
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
  });

  it('is one dictation after a crash, too', async () => {
    hear();
    await fillTake('Liver normal.');
    microphone.say('Spleen normal.');
    await workspace.recorder.stored();
    await workspace.keeping.close();
    await pageAfterCrash();
    await openAbandoned();
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
  });
});

describe('a live dictation that is longer than one take', () => {
  beforeEach(goLive);
  const says = (link: number, committed: string) => links[link]?.says.onText({ committed, tentative: '' });

  it('goes on in the same text, whichever take is heard first', async () => {
    await fillTake();
    expect(await links[0]?.sent()).toEqual(['abc', 'finish']);
    expect(links).toHaveLength(2);
    says(0, 'Liver normal.');
    says(1, 'Kidneys normal.');
    expect(study().transcript.text).toBe('Liver normal.');
    says(0, 'Liver normal. Spleen normal.');
    links[0]?.says.onFinal(transcribed('Liver normal. Spleen normal.'));
    expect(study().transcript.text).toBe('Liver normal. Spleen normal. Kidneys normal.');
    expect(workspace.recorder.shelved.get()).toEqual([]);
    microphone.say('def');
    await workspace.toggleRecording();
    engineEnds('Kidneys normal. No stone.');
    expect(study().transcript.text).toBe('Liver normal. Spleen normal. Kidneys normal. No stone.');
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: true });
  });

  it('goes on at the caret of the report, and is scratched there across its takes', async () => {
    const page = {
      insert: vi.fn<DictationPage['insert']>((text) => ({ start: 0, text, replaced: '', report: text })),
      remove: vi.fn<DictationPage['remove']>(() => true),
      correct: vi.fn<DictationPage['correct']>(() => true),
      command: vi.fn<DictationPage['command']>(),
    };
    workspace.dictation.attach(page);
    await workspace.toggleRecording();
    workspace.dictation.target.set('report');
    passHours(59 / 60);
    microphone.say('abc');
    await vi.waitFor(() => expect(links).toHaveLength(2));
    says(1, 'Spleen normal.');
    says(0, 'Liver normal.');
    links[0]?.says.onFinal(transcribed('Liver normal.'));
    expect(page.insert.mock.calls).toEqual([['Liver normal.'], ['Spleen normal.']]);
    const scratch = { name: 'scratch', argument: null };
    liveEngine().onCommand(scratch);
    liveEngine().onCommand(scratch);
    const [first, second] = page.insert.mock.results.map(({ value }) => value);
    expect(page.remove.mock.calls).toEqual([[second], [first]]);
  });

  it('does not wait for a take whose connection was lost; that one is transcribed in its place', async () => {
    await fillTake();
    says(0, 'Liver normal.');
    says(1, 'Kidneys normal.');
    links[0]?.says.onLost('Gone.');
    expect(study().transcript.text).toBe('Liver normal. Kidneys normal.');
    expect(workspace.dictation.live.get()).toMatchObject({ phase: 'listening' });
    const [part] = workspace.recorder.shelved.get();
    await workspace.toggleRecording();
    server.use(http.post('/api/transcribe', () => HttpResponse.json(transcribed('Liver normal. Spleen normal.'))));
    if (part) workspace.recorder.recover(part);
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver normal. Spleen normal. Kidneys normal.');
  });

  it('is whole when a new dictation begins before the first take of it is heard', async () => {
    await fillTake();
    microphone.say('def');
    says(1, 'Kidneys normal.');
    await workspace.toggleRecording();
    links[1]?.says.onFinal(transcribed('Kidneys normal.'));
    await workspace.toggleRecording();
    expect(links).toHaveLength(3);
    links[0]?.says.onFinal(transcribed('Liver normal.'));
    expect(study().transcript.text).toBe('Liver normal. Kidneys normal.');
    says(2, 'Bladder normal.');
    expect(study().transcript.text).toBe('Liver normal. Kidneys normal.\nBladder normal.');
  });

  it('writes nothing that waits into a page that closes', async () => {
    await workspace.toggleRecording();
    passHours(59 / 60);
    microphone.say('abc');
    expect(links).toHaveLength(2);
    says(1, 'Kidneys normal.');
    await workspace.close();
    expect(study().transcript.text).toBe('');
  });

  it('leaves no words of a take that was discarded', async () => {
    await fillTake();
    microphone.say('def');
    says(1, 'Kidneys normal.');
    workspace.clearRecording();
    links[0]?.says.onFinal(transcribed('Liver normal.'));
    expect(study().transcript.text).toBe('Liver normal.');
  });
});
