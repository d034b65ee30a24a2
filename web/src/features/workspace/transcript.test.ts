import { describe, expect, it } from 'vitest';
import {
  annotate,
  type Doubt,
  doubtsOf,
  EMPTY_TRANSCRIPT,
  edit,
  grow,
  type Heard,
  heardTakes,
  keepBoth,
  openTranscript,
  receive,
  replaceTake,
  settleDoubt,
  shrink,
  type Transcript,
} from './transcript';

const heard = (recordingId: string, text: string, doubtful: readonly Doubt[] = []): Heard => ({
  recordingId,
  text,
  heard: text.toLowerCase(),
  doubtful,
});

const A = { recordingId: 'a' };

function placed(transcript: Transcript, arriving: Heard): Transcript {
  const arrival = receive(transcript, arriving);
  if (arrival.kind !== 'placed') throw new Error('the take was expected to be placed');
  return arrival.transcript;
}

const spans = ({ text, takes }: Transcript) =>
  Object.fromEntries(takes.map((take) => [take.recordingId, text.slice(take.start, take.end)]));

describe('takes', () => {
  const one = placed(EMPTY_TRANSCRIPT, heard('a', 'Liver normal.'));
  const two = placed(one, heard('b', 'Spleen normal.'));

  it('stand one after the other', () => {
    expect(two.text).toBe('Liver normal.\nSpleen normal.');
    expect(spans(two)).toEqual({ a: 'Liver normal.', b: 'Spleen normal.' });
  });

  it('are added after what was typed', () => {
    expect(placed({ text: 'Typed. ', takes: [] }, heard('a', 'Spoken.')).text).toBe('Typed. Spoken.');
  });

  it('replace only their own span when transcribed again', () => {
    const again = placed(two, heard('a', 'Liver is normal in size.'));
    expect(again.text).toBe('Liver is normal in size.\nSpleen normal.');
    expect(spans(again)).toEqual({ a: 'Liver is normal in size.', b: 'Spleen normal.' });
  });

  it('that go on from another stand behind it in the same line, whatever was typed there', () => {
    const typed = edit(one, 'Liver normal.\nTyped.');
    const more = { ...heard('b', 'Spleen normal.'), continues: 'a' };
    const text = 'Liver normal. Spleen normal.\nTyped.';
    expect(placed(typed, more).text).toBe(text);
    const live = grow(typed, { recordingId: 'b', continues: 'a' }, 'Spleen');
    expect(grow(live, { recordingId: 'b', continues: 'a' }, ' normal.').text).toBe(text);
    // The words of the first one went elsewhere, or are still to come.
    expect(placed({ text: 'Typed.', takes: [] }, more).text).toBe('Typed.\nSpleen normal.');
  });

  it('follow edits before, inside and after them', () => {
    const edited = edit(two, 'History.\nLiver quite normal.\nSpleen normal. Done.');
    expect(spans(edit(two, `History.\n${two.text}`))).toEqual({ a: 'Liver normal.', b: 'Spleen normal.' });
    expect(edited.text.slice(edited.takes[1]?.start)).toContain('normal.');
    expect(spans(edit(two, two.text.replace('Liver', 'Liver quite')))).toEqual({
      a: 'Liver quite normal.',
      b: 'Spleen normal.',
    });
    expect(spans(edit(two, `${two.text} Done.`))).toEqual({ a: 'Liver normal.', b: 'Spleen normal.' });
  });

  it('ask before edited words are replaced, and then do as told', () => {
    const edited = edit(two, two.text.replace('Liver normal', 'Liver enlarged'));
    const again = heard('a', 'Liver large.');
    expect(receive(edited, again)).toEqual({ kind: 'edited', heard: again });
    expect(replaceTake(edited, again).text).toBe('Liver large.\nSpleen normal.');
    const both = keepBoth(edited, again);
    expect(both.text).toBe('Liver enlarged.\nLiver large.\nSpleen normal.');
    expect(spans(both)).toEqual({ a: 'Liver large.', b: 'Spleen normal.' });
  });

  it('come back without asking where their words were deleted', () => {
    const deleted = edit(two, 'Spleen normal.');
    expect(placed(deleted, heard('b', 'Spleen large.')).text).toBe('Spleen large.');
  });

  it('are forgotten when the preview is emptied', () => {
    expect(edit(two, '')).toEqual(EMPTY_TRANSCRIPT);
  });

  it('keep what was heard, the newest last, also when an earlier one is transcribed again', () => {
    const again = placed(grow(two, { recordingId: 'c' }, 'No stone'), heard('a', 'Liver large.'));
    expect(heardTakes(again).map((take) => take.heard)).toEqual(['liver large.', 'spleen normal.']);
    const told = annotate(again, { recordingId: 'c', heard: 'no stone', doubtful: [] });
    expect(heardTakes(told).map(({ recordingId }) => recordingId)).toEqual(['a', 'b', 'c']);
    expect(heardTakes(EMPTY_TRANSCRIPT)).toEqual([]);
  });
});

describe('live words', () => {
  const typed: Transcript = { text: 'History: cough.', takes: [] };
  const live = grow(grow(typed, A, ' Liver normal.'), A, ' Spleen normal.');

  it('come to the end of their take, also when something was typed behind it', () => {
    expect(live.text).toBe('History: cough.\nLiver normal. Spleen normal.');
    const noted = edit(live, `${live.text}\nTyped.`);
    expect(grow(noted, A, ' No stone.').text).toBe('History: cough.\nLiver normal. Spleen normal. No stone.\nTyped.');
  });

  it('are replaced by the final text as long as nobody edited them', () => {
    expect(placed(live, heard('a', 'Liver and spleen normal.')).text).toBe('History: cough.\nLiver and spleen normal.');
    const edited = edit(live, live.text.replace('Liver', 'The liver is'));
    expect(receive(edited, heard('a', 'Liver and spleen normal.')).kind).toBe('edited');
  });

  it('can be taken away again, the last first, unless they were edited', () => {
    const once = shrink(live, 'a', ' Spleen normal.');
    expect(once?.text).toBe('History: cough.\nLiver normal.');
    expect(once && shrink(once, 'a', ' Liver normal.')?.text).toBe('History: cough.\n');
    expect(shrink(edit(live, live.text.replace('Spleen', 'The spleen')), 'a', ' Spleen normal.')).toBeNull();
    expect(once && placed(once, heard('a', 'Liver is normal.')).text).toBe('History: cough.\nLiver is normal.');
  });
});

describe('doubtful words', () => {
  const at = (text: string, word: string): Doubt => ({
    start: text.indexOf(word),
    end: text.indexOf(word) + word.length,
    heard: 'x',
  });
  const first = 'Hepatic study in the liver.';
  const marked = (transcript: Transcript) =>
    doubtsOf(transcript.takes).map(({ start, end }) => transcript.text.slice(start, end));
  const one = placed(EMPTY_TRANSCRIPT, heard('a', first, [at(first, 'study'), at(first, 'liver')]));

  it('stay with their words through edits, and are gone when they were edited', () => {
    expect(marked(one)).toEqual(['study', 'liver']);
    expect(marked(edit(one, `So: ${first}`))).toEqual(['study', 'liver']);
    expect(marked(edit(one, first.replace('study', 'steatosis')))).toEqual(['liver']);
    expect(marked(edit(one, first.replace('in the', 'within the')))).toEqual(['study', 'liver']);
  });

  it('are marked in live words once the final text tells of them', () => {
    const live = grow(EMPTY_TRANSCRIPT, A, first);
    const told = { recordingId: 'a', heard: 'raw', doubtful: [at(first, 'study'), at(first, 'liver')] };
    expect(marked(annotate(live, told))).toEqual(['study', 'liver']);
    expect(marked(annotate(edit(live, first.replace('study', 'steatosis')), told))).toEqual(['liver']);
  });

  it('are settled by the radiologist', () => {
    const [doubt] = doubtsOf(one.takes);
    expect(doubt && marked({ ...one, takes: settleDoubt(one.takes, doubt) })).toEqual(['liver']);
  });

  it('are none in what an earlier page kept', () => {
    const kept = { text: 'Liver.', takes: [{ recordingId: 'a', start: 0, end: 6, transcribed: 'Liver.' }] };
    expect(doubtsOf(openTranscript(kept as unknown as Transcript).takes)).toEqual([]);
  });
});
