import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spokenPlaces } from '@/features/workspace/report-words';
import { type Doubt, doubtsOf } from '@/features/workspace/transcript';
import type { DictationPage } from './dictation';
import {
  answer,
  engineEnds,
  engineSays,
  goLive,
  links,
  liveEngine,
  microphone,
  reportPage,
  saved,
  sent,
  server,
  shown,
  study,
  transcribed,
  vault,
  workspace,
} from './workspace-fixture';

beforeEach(goLive);

/** Where the report is marked as doubtful. */
const marked = () => doubtsOf(study().reportWords).map(({ start, end }) => study().report.slice(start, end));
/** A text, some words of which are doubtful. */
const doubting = (text: string, ...words: string[]): [string, Doubt[]] => [
  text,
  words.map((heard) => ({ start: text.indexOf(heard), end: text.indexOf(heard) + heard.length, heard })),
];
const phase = () => workspace.dictation.live.get().phase;

async function begin(): Promise<void> {
  await workspace.toggleRecording();
  microphone.say('abc');
}
async function stop(): Promise<void> {
  await workspace.toggleRecording();
}

describe('live dictation', () => {
  it('puts words into the preview while they are spoken, and needs no Transcribe', async () => {
    await begin();
    liveEngine().onReady();
    engineSays('', 'liver');
    expect(workspace.dictation.live.get()).toEqual({ phase: 'listening', tentative: 'liver' });
    expect(study().transcript.text).toBe('');
    engineSays('Liver normal.', 'spleen');
    engineSays('Liver normal. Spleen normal.');
    expect(study().transcript.text).toBe('Liver normal. Spleen normal.');
    microphone.murmur('def');
    await stop();
    expect(await links[0]?.sent()).toEqual(['abc', 'def', 'finish']);
    const doubtful = [
      { start: 6, end: 12, heard: 'normal' },
      { start: 32, end: 37, heard: 'stone' },
    ];
    engineEnds('Liver normal. Spleen normal. No stone.', doubtful);
    expect(study().transcript.text).toBe('Liver normal. Spleen normal. No stone.');
    expect(study().transcript.takes[0]).toMatchObject({ heard: 'liver normal. spleen normal. no stone.' });
    expect(study().transcript.takes[0]?.doubtful).toEqual(doubtful);
    expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: true });
    expect(shown()).toEqual(['Transcription Complete', 'Audio has been successfully transcribed', 'default']);
    expect(phase()).toBe('off');
    await vi.waitFor(async () =>
      expect(await vault.studies()).toMatchObject([{ recordings: [{ transcribed: true }] }]),
    );
  });

  it('lets the final text replace live words that nobody edited, without a step to undo', async () => {
    await begin();
    engineSays('Liver four');
    await stop();
    engineEnds('Liver 4 mm.');
    expect(study().transcript.text).toBe('Liver 4 mm.');
    expect(workspace.history.get().past).toEqual([]);
  });

  it('keeps what was edited meanwhile and offers both', async () => {
    await begin();
    engineSays('Liver four');
    workspace.editTranscript('Liver fine');
    await stop();
    engineEnds('Liver 4 mm.');
    expect(study().transcript.text).toBe('Liver fine');
    workspace.resolveTake('keepBoth');
    expect(study().transcript.text).toBe('Liver fine\nLiver 4 mm.');
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: true });
  });

  it('asks nothing when the final text only goes on from what was edited', async () => {
    await begin();
    engineSays('Liver large.');
    workspace.editTranscript('Liver small.');
    await stop();
    engineEnds('Liver large. Spleen normal.');
    expect(study().transcript.text).toBe('Liver small. Spleen normal.');
    expect(workspace.activity.get().undecided).toBeNull();
  });

  it('does not bring back what was deleted while it was spoken', async () => {
    await begin();
    engineSays('Liver four');
    workspace.editTranscript('');
    await stop();
    engineEnds('Liver 4 mm.');
    expect(study().transcript.text).toBe('');
    expect(workspace.activity.get().undecided).not.toBeNull();
  });

  it('goes on in the same take after a pause', async () => {
    await begin();
    engineSays('Liver normal.');
    microphone.murmur('def');
    workspace.togglePause();
    await vi.waitFor(async () => expect(await links[0]?.sent()).toEqual(['abc', 'def', 'pause']));
    workspace.togglePause();
    microphone.say('ghi');
    engineSays('Liver normal. Spleen normal.');
    await stop();
    engineEnds('Liver normal. Spleen normal.');
    expect(study().transcript.takes).toHaveLength(1);
    expect(links).toHaveLength(1);
  });

  it('loses nothing when the connection does: the whole take is transcribed as ever', async () => {
    await begin();
    engineSays('Liver normal.', 'sple');
    liveEngine().onLost('Too many people dictate.');
    expect(workspace.dictation.live.get()).toMatchObject({ reason: 'Too many people dictate.', bySelf: false });
    microphone.say('def');
    await stop();
    expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: false });
    server.use(answer('/api/transcribe', transcribed('Liver is normal. Spleen normal.')));
    await workspace.transcribe();
    expect(study().transcript.text).toBe('Liver is normal. Spleen normal.');
    expect(saved).toEqual([]);
  });

  it.each(['while it runs', 'behind its end'])(
    'transcribes the whole take by itself when its line is lost %s',
    async (when) => {
      server.use(answer('/api/transcribe', transcribed('Liver is normal. Spleen normal.')));
      await begin();
      liveEngine().onReady();
      engineSays('Liver normal.', 'sple');
      if (when === 'while it runs') liveEngine().onLost(null);
      microphone.murmur('def');
      await stop();
      if (when === 'behind its end') liveEngine().onLost(null);
      expect(workspace.dictation.live.get()).toEqual({ phase: 'lost', reason: null, bySelf: true });
      await vi.waitFor(() => expect(study().transcript.text).toBe('Liver is normal. Spleen normal.'));
      expect(sent['/api/transcribe']).toMatchObject({ audioData: btoa('abcdef') });
      expect(workspace.recorder.state.get()).toMatchObject({ phase: 'stopped', transcribed: true });
    },
  );

  it('leaves the next patient alone', async () => {
    await begin();
    engineSays('Liver normal.', 'spleen');
    const before = liveEngine();
    await stop();
    workspace.dictation.target.set('report');
    workspace.newReport();
    expect(workspace.dictation.live.get()).toEqual({ phase: 'off' });
    expect(workspace.dictation.target.get()).toBe('preview');
    before.onText({ committed: 'Liver normal. Spleen.', tentative: '' });
    before.onFinal(transcribed('Liver normal. Spleen.'));
    expect(study().transcript.text).toBe('');
  });

  it('closes the connection of a take that is discarded', async () => {
    await begin();
    workspace.newReport();
    expect(await links[0]?.sent()).toEqual(['abc', 'close']);
    expect(phase()).toBe('off');
  });

  it('says when nothing was heard, and keeps the recording', async () => {
    await begin();
    await stop();
    engineEnds('');
    expect(workspace.activity.get().recorderFailure).toMatch('No words were heard in this recording.');
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: false });
  });
});

describe('words for the report', () => {
  const page = {
    insert: vi.fn<DictationPage['insert']>((text) => ({ start: 0, text, replaced: '', report: text })),
    remove: vi.fn<DictationPage['remove']>(() => true),
    correct: vi.fn<DictationPage['correct']>(() => true),
    command: vi.fn<DictationPage['command']>(),
  };
  beforeEach(() => {
    vi.clearAllMocks();
    page.insert.mockImplementation((text) => ({ start: 0, text, replaced: '', report: text }));
    workspace.dictation.attach(page);
  });

  it('go to its caret and not into the preview', async () => {
    await begin();
    engineSays('Liver normal.');
    workspace.dictation.target.set('report');
    engineSays('Liver normal. Spleen large.');
    workspace.dictation.target.set('preview');
    engineSays('Liver normal. Spleen large. Kidneys normal.');
    await stop();
    engineEnds('Liver normal. Spleen large. Kidneys normal.', [
      { start: 14, end: 20, heard: 'spleen' },
      { start: 28, end: 35, heard: 'kidneys' },
    ]);
    expect(page.insert.mock.calls).toEqual([[' Spleen large.']]);
    expect(study().transcript.text).toBe('Liver normal. Kidneys normal.');
    expect(study().transcript.takes[0]?.doubtful).toEqual([{ start: 14, end: 21, heard: 'kidneys' }]);
    expect(workspace.activity.get().undecided).toBeNull();
  });

  it('are marked there when they are doubtful, until they are edited or said to be right', async () => {
    workspace.dictation.attach(reportPage);
    await begin();
    workspace.dictation.target.set('report');
    engineSays('Liver normal.');
    workspace.dictation.target.set('preview');
    engineSays('Liver normal. Spleen large.');
    workspace.dictation.target.set('report');
    engineSays('Liver normal. Spleen large. Kidneys normal.');
    workspace.amend({ report: `FINDINGS: ${study().report}` });
    await stop();
    engineEnds(
      ...doubting('Liver normal. Spleen large. Kidneys normal. No stone.', 'Liver', 'Spleen', 'Kidneys', 'stone'),
    );
    expect(study().report).toBe('FINDINGS: Liver normal. Kidneys normal. No stone.');
    expect(marked()).toEqual(['Liver', 'Kidneys', 'stone']);
    expect(study().transcript.takes[0]?.doubtful).toEqual([{ start: 0, end: 6, heard: 'Spleen' }]);
    workspace.amend({ report: study().report.replace('Kidneys', 'Adrenals') });
    expect(marked()).toEqual(['Liver', 'stone']);
    const [first] = doubtsOf(study().reportWords);
    if (first) workspace.settleReportDoubt(first);
    expect(marked()).toEqual(['stone']);
    workspace.chooseNoTemplate();
    expect(marked()).toEqual([]);
    workspace.undo();
    expect(marked()).toEqual(['stone']);
  });

  it('may begin a line there', async () => {
    await begin();
    workspace.dictation.target.set('report');
    engineSays('Liver normal.');
    engineSays('Liver normal.\n');
    engineSays('Liver normal.\n ');
    expect(page.insert.mock.calls).toEqual([['Liver normal.'], ['\n']]);
    expect(study().transcript.text).toBe('');
  });

  it('go into the preview when the report cannot take them', async () => {
    page.insert.mockReturnValueOnce(null);
    await begin();
    workspace.dictation.target.set('report');
    engineSays('Liver normal.');
    expect(study().transcript.text).toBe('Liver normal.');
  });

  it('are corrected there, and in the preview, by a final text that has it otherwise', async () => {
    workspace.dictation.attach(reportPage);
    await begin();
    engineSays('History of cough sorry fever.');
    workspace.dictation.target.set('report');
    engineSays('History of cough sorry fever. The left kidney');
    engineSays('History of cough sorry fever. The left kidney sorry right kidney is normal. Spleen large.');
    await stop();
    engineEnds(...doubting('History of fever. The right kidney is normal. Spleen large.', 'fever', 'right', 'Spleen'));
    expect(study().transcript.text).toBe('History of fever.');
    expect(study().report).toBe(' The right kidney is normal. Spleen large.');
    expect(study().transcript.takes[0]?.doubtful).toEqual([{ start: 11, end: 16, heard: 'fever' }]);
    expect(marked()).toEqual(['right', 'Spleen']);
    expect(spokenPlaces(study().reportWords, study().report)).toHaveLength(3);
    expect(workspace.activity.get().undecided).toBeNull();
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: true });
  });

  it('are corrected behind a stretch that was scratched', async () => {
    await begin();
    engineSays('Liver normal.');
    engineSays('Liver normal. No stone.');
    liveEngine().onCommand({ name: 'scratch', argument: null });
    engineSays('Liver normal. No stone. The left kidney sorry right kidney is normal.');
    await stop();
    engineEnds(...doubting('Liver normal. The right kidney is normal.', 'Liver', 'right'));
    expect(study().transcript.text).toBe('Liver normal. The right kidney is normal.');
    expect(study().transcript.takes[0]?.doubtful.map(({ heard }) => heard)).toEqual(['Liver', 'right']);
    expect(workspace.activity.get().undecided).toBeNull();
  });

  it('are offered where they were edited meanwhile, and what stands is marked', async () => {
    workspace.dictation.attach(reportPage);
    await begin();
    workspace.dictation.target.set('report');
    engineSays('Liver large.');
    engineSays('Liver large. The left kidney sorry right kidney is normal.');
    workspace.amend({ report: study().report.replace('sorry', 'and') });
    const report = study().report;
    await stop();
    engineEnds(...doubting('Liver large. The right kidney is normal.', 'Liver', 'normal'));
    expect(study().report).toBe(report);
    expect(marked()).toEqual(['Liver', 'normal']);
    expect(workspace.activity.get().undecided?.heard.text).toBe('Liver large. The right kidney is normal.');
    workspace.resolveTake('keepBoth');
    expect(study().transcript.text).toBe('Liver large. The right kidney is normal.');
  });

  it('are offered, and not corrected, while the report is being written over', async () => {
    workspace.dictation.attach({ ...reportPage, correct: () => false });
    await begin();
    workspace.dictation.target.set('report');
    engineSays('The left kidney sorry right kidney is normal.');
    await stop();
    engineEnds(...doubting('The right kidney is normal.', 'normal'));
    expect(marked()).toEqual(['normal']);
    expect(workspace.activity.get().undecided?.heard.text).toBe('The right kidney is normal.');
  });

  it('are corrected once, also when the take is transcribed again', async () => {
    workspace.dictation.attach(reportPage);
    await begin();
    engineSays('Liver four.');
    workspace.dictation.target.set('report');
    engineSays('Liver four. Spleen four.');
    await stop();
    engineEnds('Liver 4 mm. Spleen 4 mm.');
    expect([study().transcript.text, study().report]).toEqual(['Liver 4 mm.', ' Spleen 4 mm.']);
    server.use(answer('/api/transcribe', transcribed('Liver 4 mm. Spleen 5 mm.')));
    await workspace.transcribe();
    expect([study().transcript.text, study().report]).toEqual(['Liver 4 mm.', ' Spleen 5 mm.']);
    expect(workspace.activity.get().undecided).toBeNull();
  });

  it('are offered when the final text has more and does not fit', async () => {
    await begin();
    workspace.dictation.target.set('report');
    engineSays('Liver four');
    await stop();
    engineEnds('Liver 4 mm. No stone.');
    expect(study().transcript.text).toBe('');
    expect(workspace.activity.get().undecided?.heard.text).toBe('Liver 4 mm. No stone.');
  });

  it('are scratched where they went, the last first, and can be had back', async () => {
    await begin();
    engineSays('Liver normal.');
    workspace.dictation.target.set('report');
    engineSays('Liver normal. Spleen large.');
    const command = { name: 'scratch', argument: null };
    liveEngine().onCommand(command);
    expect(page.remove.mock.calls).toEqual([[page.insert.mock.results[0]?.value]]);
    liveEngine().onCommand(command);
    expect(study().transcript.text).toBe('');
    workspace.undo();
    expect(study().transcript.text).toBe('Liver normal.');
    workspace.redo();
    liveEngine().onCommand(command);
    expect(shown()?.[0]).toBe('Nothing to Scratch');
    await stop();
    engineEnds('Liver normal. Spleen large.');
    expect(study().transcript.text).toBe('');
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: true });
  });

  it('are scratched sentence by sentence where they came as one stretch', async () => {
    await begin();
    engineSays('Liver normal. Spleen large.');
    liveEngine().onCommand({ name: 'scratch', argument: null });
    expect(study().transcript.text).toBe('Liver normal.');
    await stop();
    engineEnds('Liver normal.');
    expect(study().transcript.text).toBe('Liver normal.');
  });

  it('are not guessed at when they were edited since', async () => {
    await begin();
    engineSays('Liver normal.');
    workspace.editTranscript('Liver is normal.');
    workspace.dictation.scratch();
    expect(study().transcript.text).toBe('Liver is normal.');
    expect(shown()?.[0]).toBe('Not Scratched');
  });

  it('that are commands are handed to the page', async () => {
    workspace.editTranscript('Typed.');
    await begin();
    liveEngine().onCommand({ name: 'insert_template', argument: 'chest' });
    expect(page.command.mock.calls).toEqual([[{ name: 'insert_template', argument: 'chest' }]]);
    await stop();
    engineEnds('');
    expect(workspace.activity.get().recorderFailure).toBeNull();
    expect(study().transcript.text).toBe('Typed.');
    expect(workspace.recorder.state.get()).toMatchObject({ transcribed: true });
  });
});
