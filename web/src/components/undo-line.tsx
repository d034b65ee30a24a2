import { Redo2, Undo2 } from 'lucide-react';

interface UndoLineProps {
  /** What happened, in a sentence; null when there is nothing to undo. */
  readonly done: string | null;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Offers to take back a replacement of text, where it happened. */
export function UndoLine({ done, canRedo, onUndo, onRedo }: UndoLineProps) {
  if (!done && !canRedo) return null;
  return (
    <div role="status" className="off-paper flex items-center gap-2 border-b bg-raised px-4 py-1 text-xs text-ink-2">
      <span className="min-w-0 flex-1">{done ?? 'Undone.'}</span>
      {done && (
        <button type="button" className="btn btn-ghost h-7 px-2 text-xs text-accent" onClick={onUndo}>
          <Undo2 size={13} aria-hidden />
          Undo
        </button>
      )}
      {canRedo && (
        <button type="button" className="btn btn-ghost h-7 px-2 text-xs" onClick={onRedo}>
          <Redo2 size={13} aria-hidden />
          Redo
        </button>
      )}
    </div>
  );
}
