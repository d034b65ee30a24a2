/** The report as one plain text whose marks show origins, blanks and flags. A keystroke repaints the line it changed. */
import { type KeyboardEvent, memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { MarkedTextarea, selectionOf } from '@/components/marked-textarea';
import { changeBetween, movedRange, type TextRange } from '@/lib/text-change';
import './report-editor.css';
import { blankAround, blankFrom, type Direction } from './blanks';
import type { Fix, Flag } from './flag';
import { joined } from './joint';
import { type Line, type Lines, NO_LINES, reconcileLines } from './lines';
import { type Mark, type MarkedRange, markedLines, type Statement, segmentsOf } from './marks';
import { headingOf, missingHeading, type SectionName } from './report-text';

/** Words of the report that were dictated and may have been misheard. */
export interface DoubtfulWords extends TextRange {
  /** The spoken words behind them. */
  readonly heard: string;
}

export interface ReportEditorHandle {
  readonly focus: () => void;
  readonly hasFocus: () => boolean;
  /** Brings a section into sight; the focus stays where it is. */
  readonly reveal: (section: SectionName) => void;
  /** Selects the next blank, beginning again at the other end; false when there is none. */
  readonly walk: (direction: Direction) => boolean;
  /** Selects the next doubtful word, beginning again at the start; false when there is none. */
  readonly nextDoubt: () => boolean;
  /** Selects a stretch of the text and brings it into sight. */
  readonly select: (place: TextRange) => void;
  /** Replaces a stretch of the text in sight, as if it had been typed: the browser's own undo takes it back. */
  readonly replace: (fix: Fix) => void;
  /**
   * The caret goes behind the last word of a section. One that the report does not have gets its heading; false when there
   * is no report, or it cannot be edited now.
   */
  readonly goTo: (section: SectionName) => boolean;
  /** Puts dictated words at the caret, joined to what stands around it; null when the report cannot be edited now. */
  readonly insert: (words: string) => Inserted | null;
  /** Takes away what `insert` put in; false when it does not stand there any more. */
  readonly remove: (inserted: Inserted) => boolean;
  /** Replaces a stretch of the text and leaves focus and caret where they are; false when it cannot be edited now. */
  readonly correct: (place: TextRange, words: string) => boolean;
}

/** Words that were put at the caret. */
export interface Inserted {
  readonly start: number;
  readonly text: string;
  /** What was selected there before, as a blank is. */
  readonly replaced: string;
  /** The report with them. */
  readonly report: string;
}

interface ReportEditorProps {
  readonly label: string;
  readonly value: string;
  readonly statements: readonly Statement[];
  readonly flags?: readonly Flag[];
  readonly doubtful?: readonly DoubtfulWords[];
  /** Where words stand that were dictated into the text. */
  readonly spoken?: readonly TextRange[];
  /** A report that is being written: to be seen, not yet to be edited. */
  readonly readOnly?: boolean;
  readonly describedBy?: string;
  readonly placeholder?: string;
  readonly ref?: Ref<ReportEditorHandle>;
  readonly onChange: (value: string) => void;
  /** The caret or the selection has moved. */
  readonly onSelect?: (selected: TextRange) => void;
}

const NO_FLAGS: readonly Flag[] = [];
const NO_DOUBTS: readonly DoubtfulWords[] = [];
const NOTHING_SPOKEN: readonly TextRange[] = [];

export function ReportEditor(props: ReportEditorProps) {
  const { value, statements, flags = NO_FLAGS, doubtful = NO_DOUBTS, spoken = NOTHING_SPOKEN, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const lines = useLines(value);
  const placed = useMemo(() => {
    const dictated = spoken.map((place) => ({ place, tone: 'dictated' as const }));
    const doubts = doubtful.map((place) => ({ place, tone: 'doubt' as const }));
    return markedLines(lines, [...dictated, ...flags, ...doubts]);
  }, [lines, flags, doubtful, spoken]);

  function select(place: TextRange | null): boolean {
    const element = field.current;
    if (!element || !place) return false;
    element.focus();
    element.setSelectionRange(place.start, place.end);
    return true;
  }

  function selectInSight(place: TextRange): boolean {
    const done = select(place);
    const line = (field.current?.value ?? '').slice(0, place.start).split('\n').length - 1;
    mirror.current?.children[line]?.scrollIntoView?.({ block: 'nearest' });
    return done;
  }

  useImperativeHandle(props.ref, () => ({
    focus: () => field.current?.focus(),
    hasFocus: () => field.current !== null && document.activeElement === field.current,
    reveal(section) {
      const last = lines.findLastIndex((line) => line.section === section);
      mirror.current?.children[last]?.scrollIntoView?.({ block: 'nearest' });
    },
    walk(direction) {
      const element = field.current;
      return element ? select(blankAround(element.value, selectionOf(element), direction)) : false;
    },
    nextDoubt() {
      const from = field.current?.selectionEnd ?? 0;
      const next = doubtful.find(({ start }) => start >= from) ?? doubtful[0];
      return next !== undefined && selectInSight(next);
    },
    select: (place) => void selectInSight(place),
    replace(fix) {
      if (field.current && selectInSight(fix)) type(field.current, fix.replacement);
    },
    goTo(section) {
      const element = field.current;
      const end = sectionEnd(lines, section);
      if (end !== null) return selectInSight({ start: end, end });
      const missing = element && !element.readOnly && missingHeading(element.value, section);
      if (!missing || !select({ start: missing.at, end: missing.at })) return false;
      type(element, missing.text);
      return selectInSight({ start: missing.caret, end: missing.caret });
    },
    insert(words) {
      const element = field.current;
      if (!element || element.readOnly) return null;
      const { selectionStart: start, selectionEnd: end, value: text } = element;
      const before = text.slice(0, start);
      // Behind a heading that has no text yet the first line begins.
      const isHeading =
        headingOf(before.slice(before.lastIndexOf('\n') + 1))?.length === before.length - before.lastIndexOf('\n') - 1;
      const put = joined(before, isHeading ? `\n${words}` : words, text.slice(end));
      keepingFocus(element, () => type(element, put));
      return { start, text: put, replaced: text.slice(start, end), report: element.value };
    },
    remove({ start, text, replaced, report }) {
      const element = field.current;
      if (!element || element.readOnly) return false;
      // The same words may stand elsewhere as well, put there by the template or by hand.
      const place = movedRange({ start, end: start + text.length }, changeBetween(report, element.value));
      if (!place) return false;
      keepingFocus(element, () => {
        element.setSelectionRange(place.start, place.end);
        type(element, replaced);
      });
      return true;
    },
    correct({ start, end }, words) {
      const element = field.current;
      if (!element || element.readOnly) return false;
      const { selectionStart, selectionEnd } = element;
      keepingFocus(element, () => {
        element.setSelectionRange(start, end);
        type(element, words);
        const caret = (at: number) => (at <= start ? at : Math.max(at, end) + words.length - (end - start));
        element.setSelectionRange(caret(selectionStart), caret(selectionEnd));
      });
      return true;
    },
  }));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
    const { currentTarget: element } = event;
    // Past the last blank Tab leaves the editor: there is no keyboard trap.
    if (select(blankFrom(element.value, selectionOf(element), event.shiftKey ? 'previous' : 'next'))) {
      event.preventDefault();
    }
  }

  return (
    <MarkedTextarea
      ref={field}
      mirror={mirror}
      className="marked-report"
      data-dictation="report"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      placeholder={props.placeholder}
      spellCheck
      readOnly={props.readOnly}
      value={value}
      marked={lines.map((line, index) => (
        <MirrorLine key={line.id} line={line} statements={statements} placed={placed.get(index)} />
      ))}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      onSelect={({ currentTarget }) => props.onSelect?.(selectionOf(currentTarget))}
    />
  );
}

function useLines(value: string): readonly Line[] {
  const previous = useRef<Lines>(NO_LINES);
  return useMemo(() => {
    previous.current = reconcileLines(previous.current, value);
    return previous.current.all;
  }, [value]);
}

interface MirrorLineProps {
  readonly line: Line;
  readonly statements: readonly Statement[];
  readonly placed: readonly MarkedRange[] | undefined;
}

const MirrorLine = memo(function MirrorLine({ line, statements, placed }: MirrorLineProps) {
  let start = 0;
  const segments = segmentsOf(line, statements, placed).map((segment) => {
    const at = start;
    start += segment.text.length;
    return { ...segment, at };
  });
  return (
    <div>
      {segments.length === 0 && <br />}
      {segments.map(({ at, text, marks }) =>
        marks.length === 0 ? (
          text
        ) : (
          <mark key={at} className={marks.map((mark) => CLASSES[mark]).join(' ')}>
            {text}
          </mark>
        ),
      )}
    </div>
  );
});

const CLASSES: Readonly<Record<Mark, string>> = {
  heading: 'hl-head',
  blank: 'hl-field',
  danger: 'hl-danger',
  warn: 'hl-warn',
  doubt: 'hl-doubt',
  dictated: 'hl-dictated',
  template: 'hl-template',
  derived: 'hl-derived',
  previous: 'hl-previous',
};

/** Puts text in the place of the selection. Only the browser's command for it keeps the text area's own undo. */
function type(element: HTMLTextAreaElement, text: string): void {
  // With nothing selected the browser would delete the character before the caret.
  if (!text && element.selectionStart === element.selectionEnd) return;
  // The command acts where the focus is, and a dialog that is open may not give it away.
  const done =
    document.activeElement === element &&
    (text ? document.execCommand?.('insertText', false, text) : document.execCommand?.('delete'));
  if (done) return;
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The browser types where the focus is: it goes back to where it was. */
function keepingFocus(element: HTMLTextAreaElement, work: () => void): void {
  const before = document.activeElement;
  if (before !== element) element.focus({ preventScroll: true });
  work();
  if (before !== element && before instanceof HTMLElement && before !== document.body) {
    before.focus({ preventScroll: true });
  }
}

/** Behind the last line of a section that says something; null when there is no such section. */
function sectionEnd(lines: readonly Line[], section: SectionName): number | null {
  let end: number | null = null;
  let start = 0;
  for (const line of lines) {
    if (line.section === section && (end === null || line.text.trim())) end = start + line.text.length;
    start += line.text.length + 1;
  }
  return end;
}
