/**
 * Which words two writings of the same dictation share, and what the later one says otherwise (Myers, "An O(ND)
 * Difference Algorithm and Its Variations", 1986). Capitals and the marks at a word's edges make no other word of it.
 * Pure. Offsets are UTF-16.
 */
import type { TextRange } from '@/lib/text-change';

/** What takes the place of a range of the earlier text: nothing in a deletion; an insertion has an empty range. */
export interface Change extends TextRange {
  readonly words: string;
}

export interface Alignment {
  /** Where the later text says something else, in order, but for what it says behind the last word of the earlier. */
  readonly changes: readonly Change[];
  /** What the later text says behind the last word of the earlier one, as it stands there. */
  readonly rest: string;
  /** Words that only one of the texts has. */
  readonly differences: number;
  /** Where words of the later text stand in the earlier one; null when it has none of them. */
  readonly inEarlier: (range: TextRange) => TextRange | null;
}

interface Word extends TextRange {
  readonly text: string;
  /** What makes it this word. */
  readonly key: string;
  /** Where the key begins in the text. */
  readonly lead: number;
}

/** Positions of the same word in the earlier and in the later text. */
type Pair = readonly [earlier: number, later: number];

/** Two texts that differ in more words are not told apart word by word: what it takes grows with the square of it. */
const MOST_DIFFERENCES = 1_000;
const EDGES = /^[.,;:!?()[\]"'“”’]+|[.,;:!?()[\]"'“”’]+$/g;

/** Null when the later text has less than half of the earlier one's words, in their order: it is another dictation. */
export function align(earlier: string, later: string): Alignment | null {
  const [before, after] = [wordsOf(earlier), wordsOf(later)];
  const pairs = samePlaces(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  if (!pairs || pairs.length * 2 < before.length) return null;
  const last = pairs.at(-1);
  const goesOn = !last || last[0] === before.length - 1;
  const ends: readonly Pair[] = goesOn ? pairs : [...pairs, [before.length, after.length]];
  const gaps = ends.map((to, index): readonly [Pair, Pair] => [ends[index - 1] ?? [-1, -1], to]);
  return {
    changes: gaps.flatMap((gap) => changeIn(gap, { earlier, later, before, after })),
    rest: goesOn ? behind(last && [before[last[0]], after[last[1]]], later) : '',
    differences: before.length + after.length - 2 * pairs.length,
    inEarlier(range) {
      const touched = pairs.flatMap(([at, there]) => {
        const [word, same] = [before[at], after[there]];
        return word && same && same.start < range.end && same.end > range.start ? [{ word, same }] : [];
      });
      const [first, final] = [touched[0], touched.at(-1)];
      return first && final ? { start: moved(range.start, first), end: moved(range.end, final) } : null;
    },
  };
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/\S+/g), ({ 0: word, index: start }) => {
    const bare = word.replace(EDGES, '');
    const key = bare || word;
    return { start, end: start + word.length, text: word, key: key.toLowerCase(), lead: word.indexOf(key) };
  });
}

/** A place at or in a word of the later text, in the same word of the earlier one. */
function moved(place: number, { word, same }: { word: Word; same: Word }): number {
  const within = Math.min(Math.max(place, same.start), same.end) - same.start - same.lead + word.lead;
  return word.start + Math.min(Math.max(within, 0), word.text.length);
}

function behind(last: readonly [Word | undefined, Word | undefined] | undefined, later: string): string {
  const [word, same] = last ?? [];
  if (!word || !same) return later;
  const goesOn = same.text.toLowerCase().startsWith(word.text.toLowerCase());
  return later.slice(goesOn ? same.start + word.text.length : same.end);
}

interface Texts {
  readonly earlier: string;
  readonly later: string;
  readonly before: readonly Word[];
  readonly after: readonly Word[];
}

/** What is otherwise between two words that are the same. */
function changeIn([from, to]: readonly [Pair, Pair], { earlier, later, before, after }: Texts): Change[] {
  if (to[0] - from[0] === 1 && to[1] - from[1] === 1) return [];
  // The words beside it get their capitals and marks from what stands there, so they change with it.
  const isSame = ([at, there]: Pair) => before[at]?.text === after[there]?.text;
  const takesFrom = before[from[0]] !== undefined && !isSame(from);
  const takesTo = before[to[0]] !== undefined && !isSame(to);
  const [first, firstLater] = takesFrom ? from : [from[0] + 1, from[1] + 1];
  const [next, nextLater] = takesTo ? [to[0] + 1, to[1] + 1] : to;
  const startOf = (words: readonly Word[], at: number, text: string) => words[at]?.start ?? text.length;
  const endOf = (words: readonly Word[], at: number) => words[at]?.end ?? 0;
  const [isDeletion, isInsertion] = [firstLater === nextLater, first === next];
  if (!isDeletion && !isInsertion) {
    const words = later.slice(startOf(after, firstLater, later), endOf(after, nextLater - 1));
    return [{ start: startOf(before, first, earlier), end: endOf(before, next - 1), words }];
  }
  // One of the spaces goes with a deletion, and one comes with an insertion; a line break stays where it is.
  const gap = earlier.slice(endOf(before, first - 1), startOf(before, first, earlier));
  const isAtStart = first === 0 || (isDeletion && next < before.length && gap.includes('\n'));
  const place = (words: readonly Word[], at: number, text: string) =>
    isAtStart ? startOf(words, at, text) : endOf(words, at - 1);
  return [
    {
      start: place(before, first, earlier),
      end: place(before, next, earlier),
      words: later.slice(place(after, firstLater, later), place(after, nextLater, later)),
    },
  ];
}

/** The places of a longest common subsequence; null when the two differ in too much. */
function samePlaces(before: readonly string[], after: readonly string[]): Pair[] | null {
  const target = before.length - after.length;
  /** How far into `before` each diagonal was followed, before every further difference. */
  const trace: Reached[] = [];
  let reached: Reached = new Map([[1, 0]]);
  for (let differences = 0; differences <= MOST_DIFFERENCES; differences++) {
    trace.push(reached);
    const further: Reached = new Map();
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let at = entry(reached, diagonal).at;
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal]) at++;
      further.set(diagonal, at);
      if (diagonal === target && at >= before.length) return pairsOf(trace, target, before.length);
    }
    reached = further;
  }
  return null;
}

type Reached = Map<number, number>;

/** From which diagonal one comes to this one with one more difference, and where. */
function entry(reached: Reached, diagonal: number): { from: number; at: number } {
  const left = reached.get(diagonal - 1) ?? -1;
  const above = reached.get(diagonal + 1) ?? -1;
  return left < above ? { from: diagonal + 1, at: above } : { from: diagonal - 1, at: left + 1 };
}

function pairsOf(trace: readonly Reached[], target: number, end: number): Pair[] {
  const pairs: Pair[] = [];
  let [diagonal, at] = [target, end];
  for (const reached of trace.toReversed()) {
    const { from, at: entered } = entry(reached, diagonal);
    while (at > entered) {
      at--;
      pairs.push([at, at - diagonal]);
    }
    at = from > diagonal ? entered : entered - 1;
    diagonal = from;
  }
  return pairs.reverse();
}
