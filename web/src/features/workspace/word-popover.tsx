/** What can be done with a word of the preview: shows what was heard, and takes it into the vocabulary. */
import { BookPlus, Check } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { rangeOf } from '@/components/text-place';
import type { TextRange } from '@/lib/text-change';
import type { Doubt } from './transcript';

interface WordPopoverProps {
  readonly selected: TextRange;
  readonly word: string;
  /** The doubtful stretch that it touches. */
  readonly doubt: Doubt | null;
  /** The mirror of the text, in which the word has its place. */
  readonly mirror: RefObject<HTMLDivElement | null>;
  /** The pointer is on it. */
  readonly onReached: () => void;
  readonly onSettle: (doubt: Doubt) => void;
  readonly onAddWord: (word: string) => void;
}

const GAP = 6;

export function WordPopover({ selected, word, doubt, mirror, onReached, onSettle, onAddWord }: WordPopoverProps) {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popover = own.current;
    const around = mirror.current;
    const box = around && rangeOf(around, selected.start, selected.end)?.getClientRects();
    const last = box?.[box.length - 1];
    if (!popover || !around || !last) return;
    const origin = around.getBoundingClientRect();
    const widest = origin.width - popover.offsetWidth - GAP;
    popover.style.left = `${Math.max(GAP, Math.min(last.left - origin.left, widest))}px`;
    popover.style.top = `${last.bottom - origin.top + GAP}px`;
  }, [selected, mirror]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the selection that it is about
    <div
      ref={own}
      className="absolute top-0 left-0 z-10 flex max-w-[calc(100%-0.75rem)] flex-wrap items-center gap-x-1 gap-y-0.5 rounded-md border bg-raised p-1 text-xs shadow-pop"
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={onReached}
    >
      {doubt && (
        <span role="status" className="min-w-0 px-2 py-1 wrap-anywhere text-ink-2">
          Heard: <span className="text-ink">{doubt.heard}</span>
        </span>
      )}
      {doubt && (
        <button type="button" className="btn btn-ghost h-7 px-2 text-xs" onClick={() => onSettle(doubt)}>
          <Check size={13} aria-hidden />
          It is right
        </button>
      )}
      {word && (
        <button
          type="button"
          aria-label={`Add \u201c${word}\u201d to vocabulary`}
          className="btn btn-ghost h-7 px-2 text-xs"
          onClick={() => onAddWord(word)}
        >
          <BookPlus size={13} aria-hidden />
          Add to vocabulary
        </button>
      )}
    </div>
  );
}
