import { cx } from '@/lib/cx';

export interface LiveLineProps {
  readonly phase: 'off' | 'connecting' | 'listening' | 'finishing' | 'lost';
  readonly reason: string | null;
  /** A text that comes at the end comes by itself. */
  readonly bySelf: boolean;
  readonly target: 'preview' | 'report';
  /** The recording runs, or is paused. */
  readonly underWay: boolean;
  readonly paused: boolean;
}

/** One quiet line: where spoken words go, or why their text comes at the end. */
export function LiveLine(props: LiveLineProps) {
  return (
    <p role="status" className={cx('peer', props.phase === 'lost' ? 'text-warn' : 'text-ink-2')}>
      {textOf(props)}
    </p>
  );
}

function textOf({ phase, reason, bySelf, target, underWay, paused }: LiveLineProps): string | null {
  switch (phase) {
    case 'off':
      return null;
    case 'connecting':
    case 'listening':
      if (paused) return null;
      return target === 'report'
        ? 'Words go into the report, at the caret.'
        : 'Words go into the Transcription Preview.';
    case 'finishing':
      return 'Writing the last words...';
    case 'lost': {
      const why = reason ?? 'The live connection was lost.';
      if (underWay)
        return `${why} The recording goes on; its text comes when you ${bySelf ? 'stop' : 'transcribe'} it.`;
      return bySelf
        ? `${why} The whole recording is transcribed instead.`
        : `${why} Transcribe writes the whole recording.`;
    }
  }
}
