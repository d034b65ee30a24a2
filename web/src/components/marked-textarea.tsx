/**
 * A real textarea (plain text, the browser's own undo, input methods, spelling, screen readers) over an `aria-hidden`
 * mirror of the same text that carries the marks. Marks change colour and underline only: weight, size or padding would
 * move the mirror's glyphs off those of the textarea.
 */
import type { ComponentProps, ReactNode, Ref } from 'react';
import { cx } from '@/lib/cx';
import type { TextRange } from '@/lib/text-change';
import './marked-textarea.css';

interface MarkedTextareaProps extends ComponentProps<'textarea'> {
  /** The text once more, with its marks. */
  readonly marked: ReactNode;
  readonly mirror: Ref<HTMLDivElement>;
  /** What scrolls, around the text and what floats over it. */
  readonly frame?: Omit<ComponentProps<'div'>, 'className' | 'children'>;
  readonly over?: ReactNode;
}

export function MarkedTextarea({ marked, mirror, frame, over, className, ...field }: MarkedTextareaProps) {
  return (
    <div {...frame} className={cx('marked', className)}>
      <div className="marked-grid">
        <div ref={mirror} aria-hidden className="marked-mirror">
          {marked}
        </div>
        <textarea {...field} className="marked-field" />
        {over}
      </div>
    </div>
  );
}

export function selectionOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): TextRange {
  return { start: selectionStart, end: selectionEnd };
}
