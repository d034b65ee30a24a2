import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the spoken files of the tests are made. */
const GENERATED = path.resolve(import.meta.dirname, '../.generated');

/** What Chromium's microphone says: each sentence with the silence, in seconds, that follows it. */
type Spoken = readonly (readonly [words: string, silence: number])[];

const SPOKEN = {
  dictation: [
    ['There is a four millimeter nodule in the right upper lobe.', 5],
    ['No pleural effusion.', 0.7],
    ['Heart size is normal.', 2],
  ],
  /** A study whose impression gets the side wrong, for the pictures of the product. */
  study: [
    ['Clinical history follow up of pulmonary nodule.', 1.2],
    ['There is a six millimeter nodule in the right upper lobe.', 1.2],
    ['Small left pleural effusion.', 1.2],
    ['Heart size is normal.', 1.2],
    ['Rest normal.', 1.2],
    ['Impression.', 1.2],
    ['Six millimeter nodule in the left upper lobe.', 1.2],
    ['Small left pleural effusion.', 4],
  ],
} as const satisfies Readonly<Record<string, Spoken>>;

/** What a sentence is to the speech server of the tests, besides its words: see tests/peers/speech.mjs. */
interface Heard {
  readonly confidence?: number;
  readonly unknown?: string;
  readonly otherwise?: string;
}

/** What a test may say into the microphone, and what the speech server of the tests knows. */
const SENTENCES = {
  'There is a four millimeter nodule in the right upper lobe.': {},
  'No pleural effusion.': {},
  'Heart size is normal.': {},
  'The lungs are clear.': {},
  'The heart is normal in size.': {},
  'There is a left rib fracture.': {},
  'No acute fracture.': {},
  'Large right pneumothorax.': {},
  'There is a nodule in the right upper lobe.': {},
  /** The number may go on, so its words wait for what is said next. */
  'The largest lymph node measures seven.': {},
  'Scratch that.': {},
  'Insert template abdomen.': {},
  'Insert template chest.': {},
  'Next field.': {},
  'Go to impression.': {},
  'New line.': {},
  'Structure report.': {},
  /** A word that no engine of radiology knows, in a sentence that it does. */
  'Zirkonaplasty of the left hip.': { unknown: 'zirkonaplasty', otherwise: 'sir con a plasty of the left hip' },
  /** Words that no engine of radiology knows. */
  'Seven purple kangaroos juggle yesterday.': { confidence: 0.2 },
} as const satisfies Readonly<Record<string, Heard>>;

export type Sentence = keyof typeof SENTENCES;

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
  const end = ends[spoken.findIndex(([words]) => words === sentence)];
  if (!end) throw new Error(`${name} does not say: ${sentence}`);
  return Number(end);
}

/** How the sentences of `dictation` are written; with live words or without, a full stop may or may not end one. */
const WRITTEN = ['There is a 4 mm nodule in the right upper lobe', 'no pleural effusion', 'heart size is normal'];

/** The first so many sentences of `dictation`, each once and in their order, and nothing else. */
export const dictated = (sentences: number) => new RegExp(`^${WRITTEN.slice(0, sentences).join('\\.?\\s')}\\.?$`, 'i');

/** Where the sentences are, each in a file of its own, with the list that the speech server of the tests reads. */
export const SENTENCES_FOLDER = path.join(GENERATED, 'sentences');

const sentenceFile = (sentence: string) => `${sentence.toLowerCase().replaceAll(/\W+/g, '-')}.wav`;

/** The sound of a sentence, a WAV file. */
export const soundOf = (sentence: Sentence) => fs.readFileSync(path.join(SENTENCES_FOLDER, sentenceFile(sentence)));

/** Speaks everything with a Debian synthesiser. */
export function speakAll(): void {
  fs.mkdirSync(SENTENCES_FOLDER, { recursive: true });
  const list = Object.entries<Heard>(SENTENCES).map(([sentence, heard]) => {
    const file = sentenceFile(sentence);
    synthesise(sentence, path.join(SENTENCES_FOLDER, file));
    return { file, words: sentence.toLowerCase().replace('.', ''), ...heard };
  });
  const lines = list.map((sentence) => JSON.stringify(sentence));
  fs.writeFileSync(path.join(SENTENCES_FOLDER, 'sentences.jsonl'), lines.join('\n'));
  for (const name of Object.keys(SPOKEN) as SpokenName[]) {
    fs.writeFileSync(endsFile(name), speak(SPOKEN[name], spokenFile(name)).join('\n'));
  }
}

function synthesise(words: string, target: string): void {
  execFileSync('flite', ['-voice', 'slt', '-t', words, '-o', target]);
}

/**
 * Speaks sentences into a 48 kHz mono 16-bit WAV file, as Chromium's microphone wants it. Returns where each of them ends, in
 * seconds.
 */
function speak(sentences: Spoken, target: string): number[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dictation-'));
  try {
    const ends: number[] = [];
    let length = 0;
    const parts = sentences.map(([words, silence], index) => {
      const spoken = path.join(folder, `${index}.wav`);
      const padded = path.join(folder, `${index}-padded.wav`);
      const before = index === 0 ? '0.6' : '0';
      synthesise(words, spoken);
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
