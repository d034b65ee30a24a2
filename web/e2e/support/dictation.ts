import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the spoken files of the tests are made. */
const GENERATED = path.resolve(import.meta.dirname, '../.generated');

/** What the fake microphone says: each sentence with the silence, in seconds, that follows it. */
interface Spoken {
  /** The engine mishears some commands in the voice `slt`. */
  readonly voice: 'slt' | 'rms';
  readonly sentences: readonly (readonly [words: string, silence: number])[];
}

const SPOKEN = {
  dictation: {
    voice: 'slt',
    sentences: [
      ['There is a four millimeter nodule in the right upper lobe.', 5],
      ['No pleural effusion.', 0.7],
      ['Heart size is normal.', 2],
    ],
  },
  /** Sentences and commands with pauses between them, for dictation that is listened to live. */
  live: {
    voice: 'slt',
    sentences: [
      ['There is a four millimeter nodule in the right upper lobe.', 2.5],
      ['No pleural effusion.', 2.5],
      ['Scratch that.', 2.5],
      ['Heart size is normal.', 3],
    ],
  },
  /** No punctuation, and a statement that is taken back in the breath in which it was made. */
  corrected: {
    voice: 'slt',
    sentences: [
      ['The lungs are clear.', 2.5],
      ['The heart is normal in size.', 2.5],
      ['There is a left rib fracture.', 0.25],
      ['Scratch that.', 0.25],
      ['No acute fracture.', 3],
    ],
  },
  /** Commands, then words for the blank that they lead to. */
  commands: {
    voice: 'rms',
    sentences: [
      ['Insert template abdomen.', 2.5],
      ['Next field.', 2.5],
      ['Heart size is normal.', 3],
    ],
  },
  /** A template, the way to the end of its report, and words for it. */
  impression: {
    voice: 'rms',
    sentences: [
      ['Insert template chest.', 2.5],
      ['Go to impression.', 2.5],
      ['Heart size is normal.', 3],
    ],
  },
  /** Two lines, then the command to make a report of them, twice: time enough between to allow it. */
  structured: {
    voice: 'rms',
    sentences: [
      ['Large right pneumothorax.', 2.5],
      ['New line.', 2.5],
      ['Heart size is normal.', 2.5],
      ['Structure report.', 6],
      ['Structure report.', 3],
    ],
  },
  /** A study whose impression gets the side wrong, for the pictures of the product. */
  study: {
    voice: 'slt',
    sentences: [
      ['Clinical history follow up of pulmonary nodule.', 1.2],
      ['There is a six millimeter nodule in the right upper lobe.', 1.2],
      ['Small left pleural effusion.', 1.2],
      ['Heart size is normal.', 1.2],
      ['Rest normal.', 1.2],
      ['Impression.', 1.2],
      ['Six millimeter nodule in the left upper lobe.', 1.2],
      ['Small left pleural effusion.', 4],
    ],
  },
  /** A word that no engine of radiology knows, in a sentence that it does. */
  'own-word': {
    voice: 'slt',
    sentences: [
      ['There is a nodule in the right upper lobe.', 1.5],
      ['Zirkonaplasty of the left hip.', 3],
    ],
  },
  /** Words that no engine of radiology knows. */
  'unheard-of': {
    voice: 'slt',
    sentences: [
      ['There is a nodule in the right upper lobe.', 1.5],
      ['Seven purple kangaroos juggle yesterday.', 3],
    ],
  },
} as const satisfies Readonly<Record<string, Spoken>>;

export type SpokenName = keyof typeof SPOKEN;

/** The file that the fake microphone plays. */
export const spokenFile = (name: SpokenName) => path.join(GENERATED, `${name}.wav`);

/** Where in that file each sentence ends, in seconds, a line each. */
const endsFile = (name: SpokenName) => path.join(GENERATED, `${name}.ends`);

/**
 * When the fake microphone has said this sentence, in seconds of the recording: its file plays from the moment the
 * microphone is opened, and no recording begins before that.
 */
export function saidAfter(name: SpokenName, sentence: string): number {
  const spoken: Spoken = SPOKEN[name];
  const ends = fs.readFileSync(endsFile(name), 'utf8').split('\n');
  const end = ends[spoken.sentences.findIndex(([words]) => words === sentence)];
  if (!end) throw new Error(`${name} does not say: ${sentence}`);
  return Number(end);
}

/** How the sentences of `dictation` are written; with live words or without, a full stop may or may not end one. */
const WRITTEN = ['There is a 4 mm nodule in the right upper lobe', 'no pleural effusion', 'heart size is normal'];

/** The first so many sentences of `dictation`, each once and in their order, and nothing else. */
export const dictated = (sentences: number) => new RegExp(`^${WRITTEN.slice(0, sentences).join('\\.?\\s')}\\.?$`, 'i');

/** Speaks everything with a Debian synthesiser into 48 kHz mono 16-bit WAV files, as Chromium's fake microphone wants it. */
export function speakAll(): void {
  fs.mkdirSync(GENERATED, { recursive: true });
  for (const name of Object.keys(SPOKEN) as SpokenName[]) {
    fs.writeFileSync(endsFile(name), speak(SPOKEN[name], spokenFile(name)).join('\n'));
  }
}

/** Returns where each sentence ends, in seconds. */
function speak({ voice, sentences }: Spoken, target: string): number[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dictation-'));
  try {
    const ends: number[] = [];
    let length = 0;
    const parts = sentences.map(([words, silence], index) => {
      const spoken = path.join(folder, `${index}.wav`);
      const padded = path.join(folder, `${index}-padded.wav`);
      const before = index === 0 ? '0.6' : '0';
      execFileSync('flite', ['-voice', voice, '-t', words, '-o', spoken]);
      execFileSync('sox', [spoken, ...'-r 48000 -c 1 -b 16'.split(' '), padded, 'pad', before, `${silence}`]);
      length += Number(execFileSync('soxi', ['-D', padded], { encoding: 'utf8' }));
      ends.push(length - silence);
      return padded;
    });
    execFileSync('sox', [...parts, target]);
    return ends;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
