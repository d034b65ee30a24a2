import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the spoken files of the tests are made. */
export const GENERATED = path.resolve(import.meta.dirname, '../.generated');

/** What the fake microphone says, with the silence (in seconds) that follows each sentence. */
export const DICTATION: { words: string; silence: number }[] = [
  { words: 'There is a four millimeter nodule in the right upper lobe.', silence: 5 },
  { words: 'No pleural effusion.', silence: 0.7 },
  { words: 'Heart size is normal.', silence: 2 },
];

/** Sentences and commands with pauses between them, for dictation that is listened to live. */
export const LIVE_DICTATION: { words: string; silence: number }[] = [
  { words: 'There is a four millimeter nodule in the right upper lobe.', silence: 2.5 },
  { words: 'No pleural effusion.', silence: 2.5 },
  { words: 'Scratch that.', silence: 2.5 },
  { words: 'Heart size is normal.', silence: 3 },
];

/** Commands, then words for the blank that they lead to. */
export const COMMANDED: { words: string; silence: number }[] = [
  { words: 'Insert template abdomen.', silence: 2.5 },
  { words: 'Next field.', silence: 2.5 },
  { words: 'Heart size is normal.', silence: 3 },
];

/** The way to the end of a report, and words for it. */
export const IMPRESSION: { words: string; silence: number }[] = [
  { words: 'Go to impression.', silence: 2.5 },
  { words: 'Heart size is normal.', silence: 3 },
];

/** Two lines, then the command to make a report of them, twice: time enough between to allow it. */
export const STRUCTURED: { words: string; silence: number }[] = [
  { words: 'Large right pneumothorax.', silence: 2.5 },
  { words: 'New line.', silence: 2.5 },
  { words: 'Heart size is normal.', silence: 2.5 },
  { words: 'Structure report.', silence: 6 },
  { words: 'Structure report.', silence: 3 },
];

/** Words that no engine of radiology knows. */
export const UNHEARD_OF: { words: string; silence: number }[] = [
  { words: 'There is a nodule in the right upper lobe.', silence: 1.5 },
  { words: 'Seven purple kangaroos juggle yesterday.', silence: 3 },
];

/** Speaks with a Debian synthesiser into a 48 kHz mono 16-bit WAV, as Chromium's fake microphone wants it. */
export function speak(name: string, sentences: { words: string; silence: number }[], voice = 'slt'): string {
  fs.mkdirSync(GENERATED, { recursive: true });
  const target = path.join(GENERATED, `${name}.wav`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dictation-'));
  try {
    const parts = sentences.map(({ words, silence }, index) => {
      const spoken = path.join(folder, `${index}.wav`);
      const padded = path.join(folder, `${index}-padded.wav`);
      execFileSync('flite', ['-voice', voice, '-t', words, '-o', spoken]);
      execFileSync('sox', [
        spoken,
        '-r',
        '48000',
        '-c',
        '1',
        '-b',
        '16',
        padded,
        'pad',
        index === 0 ? '0.6' : '0',
        `${silence}`,
      ]);
      return padded;
    });
    execFileSync('sox', [...parts, target]);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return target;
}
