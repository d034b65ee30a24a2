import { AskTwice } from '@/components/ask-twice';
import { Button } from '@/components/ui/button';
import { singleClick } from '@/lib/single-click';
import { clockText } from './recorder-state';

interface RecoveryNoticeProps {
  /** Null when only texts were found. */
  readonly seconds: number | null;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly pending?: boolean;
  readonly onRecover: () => void;
  readonly onDiscard: () => void;
}

/** Offers what an earlier page, or an earlier take, left behind. */
export function RecoveryNotice({ seconds, from, pending = false, onRecover, onDiscard }: RecoveryNoticeProps) {
  const what = seconds === null ? 'An unsaved report' : `An unsaved recording of ${clockText(seconds)}`;
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-2 text-sm">
      <p className="min-w-52 flex-1">
        {what} from {timeText(from, Date.now())} was found
      </p>
      <span className="ml-auto flex gap-1">
        <Button size="sm" disabled={pending} onClick={singleClick(onRecover)}>
          Recover
        </Button>
        <AskTwice size="sm" disabled={pending} label="Discard" question="Discard it?" onConfirm={onDiscard} />
      </span>
    </div>
  );
}

/** The time alone when it was today, else with the day. */
export function timeText(at: number, now: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date(now).toDateString();
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  return then.toLocaleString(undefined, isToday ? time : { ...time, day: 'numeric', month: 'short' });
}
