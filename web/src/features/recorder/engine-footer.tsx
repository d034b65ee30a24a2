/** At the recorder's foot: which engine listens, what to beware of, and whether the audio leaves the machine. */
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { Engines } from '@/api/types';
import { cx } from '@/lib/cx';
import { type EngineLines, engineLines } from './api';

interface EngineFooterProps {
  readonly engines: Engines | undefined;
  /** Asks again for the engines; given when they could not be had. */
  readonly onAsk?: () => void;
}

export function EngineFooter({ engines, onAsk }: EngineFooterProps) {
  // Room for all that may have to be said, when it comes later than the card: what stands below must not move.
  const [isLate] = useState(!engines && !onAsk);
  const lines = engines && engineLines(engines);
  return (
    <footer
      className={cx(
        'border-t px-4 py-2 text-2xs text-ink-3',
        isLate ? 'min-h-28 min-[90rem]:min-h-19' : 'min-h-8',
        lines && !lines.warns && 'steps-back',
      )}
    >
      {lines && <EngineLine {...lines} />}
      {!engines && !onAsk && <p>Reading which speech engine listens here...</p>}
      {onAsk && (
        <p className="text-warn">
          Which speech engine listens here could not be read. Recording works.{' '}
          <button type="button" className="cursor-pointer underline underline-offset-2" onClick={onAsk}>
            Try again
          </button>
        </p>
      )}
    </footer>
  );
}

function EngineLine({ name, privacy, caution, warns }: EngineLines) {
  const Icon = warns ? ShieldAlert : ShieldCheck;
  return (
    <>
      {caution && <p className="mb-1.5 text-xs text-ink-2">{caution}</p>}
      <span className="flex min-w-0 items-start gap-1.5">
        <Icon size={13} className={cx('mt-0.5 shrink-0', warns ? 'text-warn' : 'text-ok')} aria-hidden />
        <span className="flex min-w-0 flex-wrap gap-x-3">
          <span>{name}</span>
          {privacy && <span className={warns ? 'text-warn' : undefined}>{privacy}</span>}
        </span>
      </span>
    </>
  );
}
