import { CornerUpLeft } from 'lucide-react';
import { useId } from 'react';
import { Disclosure } from '@/components/disclosure';
import { KeyHint } from '@/components/key-hint';
import { Button } from '@/components/ui/button';
import { doubtfulOf, type SetAsideLine } from './set-aside';

interface SetAsideListProps {
  readonly lines: readonly SetAsideLine[];
  /** What of the dictation was taken back. */
  readonly takenBack: readonly string[];
  /** The key that puts the first of the doubtful ones back. */
  readonly hint: string;
  readonly aria: string;
  readonly onPutBack: (line: SetAsideLine) => void;
}

const WHY: Readonly<Record<SetAsideLine['reason'], string>> = {
  doubtful: 'May be false beside',
  contradicted: 'False beside',
  said: 'Said by',
};

/**
 * Lines of the template that the report leaves out: those that may be false, each back with one key or a click, and behind them those
 * that the dictation makes false or says; last what the speaker took back. Nothing of it is exported.
 */
export function SetAsideList({ lines, takenBack, hint, aria, onPutBack }: SetAsideListProps) {
  const doubtful = doubtfulOf(lines);
  const removed = lines.filter(({ reason }) => reason !== 'doubtful');
  return (
    <>
      {doubtful.length > 0 && (
        <section aria-label="Set aside" className="border-t px-4 py-2">
          <h3 className="flex items-center gap-2 text-xs text-ink-2">
            {doubtful.length === 1 ? '1 normal line was set aside' : `${doubtful.length} normal lines were set aside`}
            <KeyHint keys={hint} />
          </h3>
          <Lines lines={doubtful} aria={aria} onPutBack={onPutBack} />
        </section>
      )}
      {removed.length > 0 && (
        <Disclosure
          title={
            removed.length === 1
              ? '1 line of the template was left out'
              : `${removed.length} lines of the template were left out`
          }
          className="border-t"
        >
          <Lines lines={removed} onPutBack={onPutBack} />
        </Disclosure>
      )}
      {takenBack.length > 0 && <TakenBack all={takenBack} />}
    </>
  );
}

function TakenBack({ all }: { all: readonly string[] }) {
  const id = useId();
  // The same words may have been taken back twice.
  const listed = all.map((words, at) => ({ key: at, words }));
  return (
    <section aria-labelledby={id} className="border-t px-4 py-2">
      <h3 id={id} className="text-xs text-ink-2">
        Taken back
      </h3>
      <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto text-xs wrap-anywhere text-ink-3">
        {listed.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly SetAsideLine[];
  readonly aria?: string;
  readonly onPutBack: (line: SetAsideLine) => void;
}

function Lines({ lines, aria, onPutBack }: LinesProps) {
  return (
    <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto text-xs">
      {lines.map((line, index) => (
        <li key={`${line.text} ${line.before}`} className="flex items-start gap-2">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="text-ink">{line.text}</span>
            {line.because && (
              <span className="block text-2xs text-ink-3">
                {WHY[line.reason]}: {line.because}
              </span>
            )}
          </span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Put back: ${line.text}`}
            aria-keyshortcuts={index === 0 ? aria : undefined}
            onClick={() => onPutBack(line)}
          >
            <CornerUpLeft size={13} aria-hidden />
            Put back
          </Button>
        </li>
      ))}
    </ul>
  );
}
