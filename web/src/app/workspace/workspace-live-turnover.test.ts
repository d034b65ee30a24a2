/** A study that leaves the page while its last words are still to come: nothing of it is lost, nothing written twice. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answer,
  engineEnds,
  engineSays,
  goLive,
  links,
  liveEngine,
  microphone,
  openAbandoned,
  pageAfterCrash,
  reportPage,
  sent,
  server,
  study,
  transcribed,
  vault,
  workspace,
} from './workspace-fixture';

beforeEach(goLive);
afterEach(() => {
  vi.useRealTimers();
});

const WHOLE = 'Liver normal. Spleen large. No stone.';
const isAsked = () => vi.waitFor(async () => expect(await links.at(-1)?.sent()).toContain('finish'));
const recordings = async () => (await vault.studies()).flatMap((each) => each.recordings);
const transcriptOf = () => study().transcript.text;

/** The first sentence went into the preview, the second one to the report's caret, a third one is being said. */
async function speak(): Promise<void> {
  workspace.dictation.attach(reportPage);
  await workspace.toggleRecording();
  microphone.say('abc');
  engineSays('Liver normal.');
  workspace.dictation.target.set('report');
  engineSays('Liver normal. Spleen large.', 'no stone');
  workspace.dictation.target.set('preview');
}

async function transcribeWhole(): Promise<void> {
  server.use(answer('/api/transcribe', transcribed(WHOLE)));
  await workspace.transcribe();
}

it('waits for the last words before it is parked', async () => {
  await speak();
  const parking = workspace.park();
  await isAsked();
  expect(transcriptOf()).toBe('Liver normal.');
  engineEnds(WHOLE);
  await parking;
  expect(transcriptOf()).toBe('');
  expect(await recordings()).toMatchObject([{ transcribed: true }]);

  await workspace.openLastParked();
  expect([transcriptOf(), study().report]).toEqual(['Liver normal. No stone.', ' Spleen large.']);
  expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: true });
});

it.each(['the line is lost', 'they do not come in time'])('is parked without the last words when %s', async (why) => {
  await speak();
  const late = liveEngine();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const parking = workspace.park();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(transcriptOf()).toBe('Liver normal.');
  if (why === 'the line is lost') late.onLost(null);
  else await vi.advanceTimersByTimeAsync(3_000);
  await parking;
  vi.useRealTimers();
  workspace.amend({ report: 'Somebody else.' });
  late.onFinal(transcribed(WHOLE));
  expect([transcriptOf(), study().report]).toEqual(['', 'Somebody else.']);

  await workspace.openLastParked();
  expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: false });
  await transcribeWhole();
  expect([transcriptOf(), study().report]).toEqual(['Liver normal. No stone.', ' Spleen large.']);
});

it('does not write twice after a crash what went into the report before', async () => {
  await speak();
  await workspace.keeping.flush();
  await vi.waitFor(async () => expect(await vault.contents()).toContain('abc'));
  await pageAfterCrash();
  await openAbandoned();
  await transcribeWhole();
  expect(sent['/api/transcribe']).toMatchObject({ audioData: btoa('abc') });
  expect([transcriptOf(), study().report]).toEqual(['Liver normal. No stone.', ' Spleen large.']);
});

it('is the only thing that happens while it is being parked', async () => {
  await speak();
  const { id } = study();
  const parking = workspace.park();
  await isAsked();
  workspace.newReport();
  await workspace.toggleRecording();
  expect([study().id, links.length]).toEqual([id, 1]);
  engineEnds(WHOLE);
  await parking;
  expect(workspace.keeping.parked.get().map(({ stored }) => stored.studyId)).toEqual([id]);
});

it('keeps what is typed until it leaves the page', async () => {
  await speak();
  const parking = workspace.park();
  await isAsked();
  engineEnds(WHOLE);
  workspace.amend({ report: 'Typed at the last moment.' });
  await parking;
  await workspace.openLastParked();
  expect(study().report).toBe('Typed at the last moment.');
});

it('still waits to be transcribed when the page was left before the last words came', async () => {
  await speak();
  await workspace.toggleRecording();
  const late = liveEngine();
  await workspace.close();
  late.onFinal(transcribed(WHOLE));
  expect(await links[0]?.sent()).toContain('close');
  expect(await recordings()).toMatchObject([{ transcribed: false }]);
});

it('is marked as transcribed only when the words are stored', async () => {
  const order: string[] = [];
  const { saveDraft, markTranscribed } = vault;
  Object.assign(vault, {
    saveDraft: async (...saved: Parameters<typeof saveDraft>) => {
      await saveDraft(...saved);
      order.push(saved[1].includes('No stone.') ? 'the last words' : 'words');
    },
    markTranscribed: async (id: string) => {
      await markTranscribed(id);
      order.push('the mark');
    },
  });
  await speak();
  await workspace.toggleRecording();
  engineEnds(WHOLE);
  await vi.waitFor(() => expect(order).toContain('the mark'));
  expect(order.slice(-2)).toEqual(['the last words', 'the mark']);
});
