import { AskTwice } from '@/components/ask-twice';
import { Button } from '@/components/ui/button';
import { singleClick } from '@/lib/single-click';
import { clockText } from './recorder-state';

/** What was left behind. */
export interface Found {
  /** How many; none when only texts were found. */
  readonly recordings: number;
  /** All of them together. */
  readonly seconds: number;
  /** When the first one began, or the texts were last touched, in milliseconds since 1970. */
  readonly from: number;
}

interface RecoveryNoticeProps extends Found {
  readonly pending?: boolean;
  readonly onRecover: () => void;
  readonly onDiscard: () => void;
}

/** Offers what an earlier page, or an earlier take, left behind. */
export function RecoveryNotice({ pending = false, onRecover, onDiscard, ...found }: RecoveryNoticeProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-2 text-sm">
      <p className="min-w-52 flex-1">{foundText(found, Date.now())}</p>
      <span className="ml-auto flex gap-1">
        <Button size="sm" disabled={pending} onClick={singleClick(onRecover)}>
          Recover
        </Button>
        <AskTwice size="sm" disabled={pending} label="Discard" question="Discard it?" onConfirm={onDiscard} />
      </span>
    </div>
  );
}

function foundText({ recordings, seconds, from }: Found, now: number): string {
  const at = timeText(from, now);
  if (recordings === 0) return `An unsaved report from ${at} was found`;
  const length = clockText(seconds);
  if (recordings === 1) return `An unsaved recording of ${length} from ${at} was found`;
  return `${recordings} unsaved recordings of ${length} in all from ${at} were found`;
}

/** The time alone when it was today, else with the day. */
export function timeText(at: number, now: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  return then.toLocaleString(undefined, isToday ? time : { ...time, day: 'numeric', month: 'short' });
}
