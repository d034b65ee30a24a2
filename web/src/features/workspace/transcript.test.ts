import { describe, expect, it } from 'vitest';
import { EMPTY_TRANSCRIPT, edit, type Heard, keepBoth, receive, replaceTake, type Transcript } from './transcript';

const heard = (recordingId: string, text: string): Heard => ({ recordingId, text, words: [] });

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

  it('keep the words with their confidence', () => {
    const words = [{ word: 'liver', start: 0, end: 0.4, confidence: 0.62 }];
    expect(placed(EMPTY_TRANSCRIPT, { recordingId: 'a', text: 'Liver.', words }).takes[0]?.words).toEqual(words);
  });
});
