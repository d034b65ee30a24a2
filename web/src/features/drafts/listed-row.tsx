/** One study of a list: the row opens it, the button at its end takes it away. */
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { singleClick } from '@/lib/single-click';
import { ageText, UNNAMED } from './model';

interface ListedRowProps {
  /** The patient's; null when none was given. */
  readonly name: string | null;
  /** What it is and how far it has come; what is missing is left out. */
  readonly details: readonly (string | null)[];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly now: number;
  readonly disabled?: boolean;
  readonly keys?: string;
  readonly removal: { readonly label: string; readonly icon: ReactNode; readonly hasFocus?: boolean };
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

export function ListedRow({ name, details, at, now, disabled, keys, removal, onOpen, onRemove }: ListedRowProps) {
  return (
    <div className="flex items-stretch">
      <button
        type="button"
        disabled={disabled}
        aria-keyshortcuts={keys}
        title={name ?? undefined}
        className="min-w-0 flex-1 cursor-pointer py-2 pl-4 text-left hover:bg-raised focus-visible:-outline-offset-2 disabled:opacity-60"
        onClick={singleClick(onOpen)}
      >
        <span className={cx('block truncate text-sm', !name && 'text-ink-3')}>{name ?? UNNAMED}</span>
        <span className="flex gap-1.5 text-2xs text-ink-3">
          <span className="min-w-0 truncate">{details.filter(Boolean).join(' · ')}</span>
          <time className="ml-auto shrink-0 tabular-nums" dateTime={new Date(at).toISOString()}>
            {ageText(at, now)}
          </time>
        </span>
      </button>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the focus comes back from the question that stood here
        autoFocus={removal.hasFocus}
        aria-label={`${removal.label} ${name ?? UNNAMED}`}
        disabled={disabled}
        className="grid w-10 shrink-0 cursor-pointer place-items-center text-ink-3 hover:bg-raised hover:text-ink focus-visible:-outline-offset-2"
        onClick={singleClick(onRemove)}
      >
        {removal.icon}
      </button>
    </div>
  );
}
