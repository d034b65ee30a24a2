/**
 * What a radiologist should look at before signing: what the checks say of the text, and where the report does not agree
 * with the dictation. Each has its place in the text as it stands now, whatever was typed since it was found.
 */
import type { CheckFlag, ConservationFlagInText } from '@/api/types';
import { changeBetween, movedRange } from '@/lib/text-change';
import { findBlanks } from './blanks';
import { conservationFlags, type Told } from './conservation';
import { type Flag, flagOf } from './flag';

/** What was said of a text that was checked. */
export interface Checked {
  readonly text: string;
  readonly flags: readonly CheckFlag[];
  /** Where it does not agree with the dictation; null when that was not asked. */
  readonly conservation: readonly ConservationFlagInText[] | null;
  /** Where its generated impression does not agree with its findings; null when that was not asked. */
  readonly impression: readonly ConservationFlagInText[] | null;
}

export interface FlagSources extends Told {
  readonly report: string;
  readonly checked: Checked | null;
  /** Ids that the radiologist has put aside. */
  readonly dismissed: ReadonlySet<string>;
}

/** Everything to look at, in the order of the text; what has no place comes first. */
export function listFlags({ report, checked, dismissed, ...told }: FlagSources): readonly Flag[] {
  const flags = [...conservationFlags(report, told, checked), ...(checked ? rebased(checked, report) : [])];
  const seen = new Set(dismissed);
  const fresh = flags.filter(({ id }) => !seen.has(id) && seen.add(id));
  return fresh.sort((left, right) => (left.place?.start ?? -1) - (right.place?.start ?? -1));
}

/**
 * Flags of the checked text, moved to where they stand now. One whose words were touched since is left out: the next
 * check says what holds. A fix is for the text that was checked and no other: what was typed since may have made it
 * wrong. Blanks have their own counter and marks.
 */
function rebased({ text, flags }: Checked, report: string): Flag[] {
  const change = changeBetween(text, report);
  const blanks = new Set(findBlanks(text).map(({ start, end }) => `${start}:${end}`));
  return flags.flatMap((flag) => {
    const place = movedRange(flag, change);
    if (!place || (flag.kind === 'unfilled_placeholder' && blanks.has(`${flag.start}:${flag.end}`))) return [];
    const fix = text === report ? (flag.fix ?? null) : null;
    return [flagOf(flag.kind, flag.message, text.slice(flag.start, flag.end), place, fix)];
  });
}
