/**
 * A real textarea (plain text, the browser's own undo, input methods, spelling, screen readers) over an `aria-hidden`
 * mirror of the same text that carries the colours. The mirror repaints the line that changed and no other.
 */
import { type KeyboardEvent, memo, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import './report-editor.css';
import { type Blank, blankAround, blankFrom, type Direction } from './blanks';
import { type Line, type Lines, NO_LINES, reconcileLines } from './lines';
import { type Mark, type Statement, segmentsOf } from './marks';
import type { SectionName } from './report-text';

export interface ReportEditorHandle {
  readonly focus: () => void;
  /** Brings a section into sight; the focus stays where it is. */
  readonly reveal: (section: SectionName) => void;
  /** Selects the next blank, beginning again at the other end; false when there is none. */
  readonly walk: (direction: Direction) => boolean;
}

interface ReportEditorProps {
  readonly label: string;
  readonly value: string;
  readonly statements: readonly Statement[];
  readonly describedBy?: string;
  readonly placeholder?: string;
  readonly ref?: Ref<ReportEditorHandle>;
  readonly onChange: (value: string) => void;
}

export function ReportEditor(props: ReportEditorProps) {
  const { value, statements, onChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const lines = useLines(value);

  function select(blank: Blank | null): boolean {
    const element = field.current;
    if (!element || !blank) return false;
    element.focus();
    element.setSelectionRange(blank.start, blank.end);
    return true;
  }

  useImperativeHandle(props.ref, () => ({
    focus: () => field.current?.focus(),
    reveal(section) {
      const last = lines.findLastIndex((line) => line.section === section);
      mirror.current?.children[last]?.scrollIntoView?.({ block: 'nearest' });
    },
    walk(direction) {
      const element = field.current;
      return element ? select(blankAround(element.value, selectionOf(element), direction)) : false;
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
    <div className="rep-scroll">
      <div className="rep-grid">
        <div ref={mirror} aria-hidden className="rep-mirror">
          {lines.map((line) => (
            <MirrorLine key={line.id} line={line} statements={statements} />
          ))}
        </div>
        <textarea
          ref={field}
          className="rep-ta"
          aria-label={props.label}
          aria-describedby={props.describedBy}
          placeholder={props.placeholder}
          spellCheck
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}

function useLines(value: string): readonly Line[] {
  const previous = useRef<Lines>(NO_LINES);
  return useMemo(() => {
    previous.current = reconcileLines(previous.current, value);
    return previous.current.all;
  }, [value]);
}

const MirrorLine = memo(function MirrorLine({ line, statements }: { line: Line; statements: readonly Statement[] }) {
  let start = 0;
  const segments = segmentsOf(line, statements).map((segment) => {
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
  doubt: 'hl-warn',
  dictated: 'hl-dictated',
  template: 'hl-template',
  derived: 'hl-derived',
  previous: 'hl-previous',
};

function selectionOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): Blank {
  return { start: selectionStart, end: selectionEnd };
}
