/** The transcription: its marks show what is doubtful and, behind the text, the words that may still change. */
import { type Ref, Suspense, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { MarkedTextarea, selectionOf } from '@/components/marked-textarea';
import { rangeOf } from '@/components/text-place';
import { changeBetween, type TextRange } from '@/lib/text-change';
import './preview-editor.css';
import { late } from '@/lib/late';
import type { Doubt } from './transcript';

/** Comes when a word is looked at. */
const WordPopover = late(() => import('./word-popover').then((module) => module.WordPopover));

/** How long what was shown for a word under the pointer stays when the pointer goes. */
const LEAVE_MS = 400;

export interface PreviewHandle {
  readonly focus: () => void;
  /** Selects a stretch of the text and brings it into sight. */
  readonly select: (words: TextRange) => void;
  /** Selects the next doubtful word, beginning again at the start; false when there is none. */
  readonly nextDoubt: () => boolean;
}

interface PreviewEditorProps {
  readonly value: string;
  readonly doubtful: readonly Doubt[];
  /** Words that are being spoken. */
  readonly tentative: string;
  /** Words are coming: the last ones are kept in sight. */
  readonly following: boolean;
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly placeholder: string;
  readonly ref?: Ref<PreviewHandle>;
  readonly onEdit: (text: string) => void;
  readonly onSettle: (doubt: Doubt) => void;
  readonly onAddWord: (word: string) => void;
}

export function PreviewEditor(props: PreviewEditorProps) {
  const { value, doubtful, tentative, following, onEdit } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const [looked, setLooked] = useState<(TextRange & { words: string }) | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useKeptCaret(field, value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each word that comes
  useLayoutEffect(() => {
    const element = scroller.current;
    if (following && element && document.activeElement !== field.current) element.scrollTop = element.scrollHeight;
  }, [value, tentative, following]);

  function look(at: TextRange | null): void {
    clearTimeout(leaving.current);
    setLooked(at && { start: at.start, end: at.end, words: value.slice(at.start, at.end) });
  }
  // Words that do not stand there any more, in another study above all, are no longer looked at.
  const shown = looked && value.slice(looked.start, looked.end) === looked.words ? looked : null;

  /** Back to the text, where a button that goes would leave the focus nowhere. */
  function leaveWord(): void {
    look(null);
    field.current?.focus();
  }

  useImperativeHandle(props.ref, () => ({
    focus: () => field.current?.focus(),
    select({ start, end }) {
      field.current?.focus();
      field.current?.setSelectionRange(start, end);
      const box = mirror.current && rangeOf(mirror.current, start, end)?.getBoundingClientRect?.();
      const frame = scroller.current;
      if (!box || !frame) return;
      const { top, bottom, height } = frame.getBoundingClientRect();
      if (box.top < top || box.bottom > bottom) frame.scrollTop += box.top - top - height / 3;
    },
    nextDoubt() {
      const element = field.current;
      if (!element) return false;
      const next = doubtful.find(({ start }) => start >= element.selectionEnd) ?? doubtful[0];
      if (!next) return false;
      element.focus();
      element.setSelectionRange(next.start, next.end);
      mirror.current?.querySelectorAll('mark')[doubtful.indexOf(next)]?.scrollIntoView?.({ block: 'nearest' });
      look(next);
      return true;
    },
  }));

  function onPointerMove(x: number, y: number): void {
    const element = field.current;
    // A selection stays looked at.
    if (!element || element.selectionStart !== element.selectionEnd) return;
    const marks = [...(mirror.current?.querySelectorAll('mark') ?? [])];
    const at = marks.findIndex((mark) => [...mark.getClientRects()].some((box) => holds(box, x, y)));
    if (at >= 0) look(doubtful[at] ?? null);
    else if (looked) {
      // Time to reach what was shown.
      clearTimeout(leaving.current);
      leaving.current = setTimeout(() => setLooked(null), LEAVE_MS);
    }
  }

  return (
    <MarkedTextarea
      ref={field}
      mirror={mirror}
      className="marked-preview"
      data-dictation="preview"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      placeholder={tentative ? undefined : props.placeholder}
      value={value}
      marked={
        <>
          <Marked text={value} doubtful={doubtful} />
          {tentative && (
            <span className="tentative" data-testid="tentative">
              {value && !/\s$/.test(value) && !/^\s/.test(tentative) ? ' ' : ''}
              {tentative}
            </span>
          )}
          {'\n'}
        </>
      }
      over={
        <Suspense>
          {shown && (
            <WordPopover
              selected={shown}
              word={shown.words.trim()}
              doubt={doubtful.find(({ start, end }) => start < shown.end && end > shown.start) ?? null}
              mirror={mirror}
              onReached={() => clearTimeout(leaving.current)}
              onSettle={(doubt) => {
                props.onSettle(doubt);
                leaveWord();
              }}
              onAddWord={(word) => {
                props.onAddWord(word);
                leaveWord();
              }}
            />
          )}
        </Suspense>
      }
      frame={{
        ref: scroller,
        onBlur(event) {
          if (!event.currentTarget.contains(event.relatedTarget)) look(null);
        },
        onPointerLeave() {
          if (document.activeElement !== field.current) look(null);
        },
        onKeyDown(event) {
          if (event.key === 'Escape' && looked) leaveWord();
        },
      }}
      onChange={(event) => {
        look(null);
        onEdit(event.target.value);
      }}
      onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) => {
        const doubt = doubtful.find((each) => start >= each.start && end <= each.end);
        look(isWord(value.slice(start, end)) ? { start, end } : (doubt ?? null));
      }}
      onPointerMove={(event) => onPointerMove(event.clientX, event.clientY)}
    />
  );
}

function Marked({ text, doubtful }: { text: string; doubtful: readonly Doubt[] }) {
  let from = 0;
  const parts = doubtful.flatMap(({ start, end }) => {
    const before = text.slice(from, start);
    from = end;
    return [before, <mark key={start}>{text.slice(start, end)}</mark>];
  });
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

/** Where words come from elsewhere the browser would put the caret at the end: it stays at its place in the text. */
function useKeptCaret(field: React.RefObject<HTMLTextAreaElement | null>, value: string): void {
  const seen = useRef(value);
  // Read before the new text is in the field.
  const element = field.current;
  const caret = element && document.activeElement === element ? selectionOf(element) : null;
  const typed = element?.value;
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = value;
    if (!caret || typed === value) return;
    const { from, to, inserted } = changeBetween(before, value);
    const moved = (place: number) => (place <= from ? place : Math.max(from, place - to + from + inserted));
    field.current?.setSelectionRange(moved(caret.start), moved(caret.end));
  });
}

/** A term that a vocabulary can have. */
function isWord(selected: string): boolean {
  const word = selected.trim();
  return (
    word.length > 1 &&
    word.length <= 100 &&
    !word.includes('\n') &&
    /\p{L}/u.test(word) &&
    word.split(/\s+/).length <= 6
  );
}

function holds({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
