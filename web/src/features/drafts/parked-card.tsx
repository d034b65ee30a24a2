/** The drafts that were put aside: one click goes on with one. */
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { KeyHint } from '@/components/key-hint';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { cx } from '@/lib/cx';
import { ageText, type ListedDraft, stateText, UNNAMED } from './model';
import { useNow } from './use-now';

interface ParkedCardProps {
  readonly drafts: readonly ListedDraft[];
  /** Opens the one that was parked last. */
  readonly keys: { readonly hint: string; readonly aria: string };
  /** Another study is just being opened. */
  readonly disabled: boolean;
  readonly className?: string;
  readonly onOpen: (id: string) => void;
  readonly onDiscard: (id: string) => void;
}

export function ParkedCard({ drafts, keys, disabled, className, onOpen, onDiscard }: ParkedCardProps) {
  const [asking, ask] = useState<string | null>(null);
  const now = useNow();
  const id = useId();
  return (
    <Card aria-labelledby={id} className={className}>
      <CardHeader id={id} title="Parked Drafts" aside={<KeyHint keys={keys.hint} />} />
      <ul className="max-h-64 divide-y overflow-y-auto">
        {drafts.map((draft, index) => (
          <li key={draft.id}>
            {asking === draft.id ? (
              <Question draft={draft} onKeep={() => ask(null)} onDiscard={() => onDiscard(draft.id)} />
            ) : (
              <div className="flex items-stretch">
                <button
                  type="button"
                  disabled={disabled}
                  aria-keyshortcuts={index === 0 ? keys.aria : undefined}
                  title={draft.name ?? undefined}
                  className="min-w-0 flex-1 cursor-pointer py-2 pl-4 text-left hover:bg-raised focus-visible:-outline-offset-2 disabled:opacity-60"
                  onClick={() => onOpen(draft.id)}
                >
                  <span className={cx('block truncate text-sm', !draft.name && 'text-ink-3')}>
                    {draft.name ?? UNNAMED}
                  </span>
                  <span className="flex gap-1.5 text-2xs text-ink-3">
                    <span className="min-w-0 truncate">
                      {draft.what && `${draft.what} · `}
                      {stateText(draft.state)}
                    </span>
                    <time className="ml-auto shrink-0 tabular-nums" dateTime={new Date(draft.parkedAt).toISOString()}>
                      {ageText(draft.parkedAt, now)}
                    </time>
                  </span>
                </button>
                <button
                  type="button"
                  aria-label={`Discard the draft ${draft.name ?? UNNAMED}`}
                  disabled={disabled}
                  className="grid w-10 shrink-0 cursor-pointer place-items-center text-ink-3 hover:bg-raised hover:text-ink focus-visible:-outline-offset-2"
                  onClick={() => ask(draft.id)}
                >
                  <Trash2 size={14} aria-hidden />
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface QuestionProps {
  readonly draft: ListedDraft;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** In the row's own place: nothing else moves, and the answer is where the hand is. */
function Question({ draft, onKeep, onDiscard }: QuestionProps) {
  return (
    <fieldset aria-label="Discard this draft?" className="min-w-0 bg-raised py-2 pr-2 pl-4">
      <p className="text-xs">
        Discard {draft.name ?? 'this draft'}
        {draft.state.kind === 'recorded' && ' with its recording'}? This cannot be undone.
      </p>
      <div className="mt-1.5 flex justify-end gap-1">
        <Button size="sm" variant="ghost" autoFocus onClick={onKeep}>
          Keep
        </Button>
        <Button size="sm" variant="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </fieldset>
  );
}
