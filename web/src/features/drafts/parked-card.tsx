/** The drafts that were put aside: one click goes on with one. */
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { KeyHint } from '@/components/key-hint';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { singleClick } from '@/lib/single-click';
import { ListedRow } from './listed-row';
import { type ListedDraft, stateText } from './model';
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

export function ParkedCard({ drafts, keys, className, ...row }: ParkedCardProps) {
  const now = useNow();
  const id = useId();
  return (
    <Card aria-labelledby={id} className={className}>
      <CardHeader id={id} title="Parked Drafts" aside={<KeyHint keys={keys.hint} />} />
      <ul className="max-h-64 divide-y overflow-y-auto rounded-b-lg">
        {drafts.map((draft, index) => (
          <li key={draft.id}>
            <Row {...row} draft={draft} now={now} keys={index === 0 ? keys.aria : undefined} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps extends Pick<ParkedCardProps, 'disabled' | 'onOpen' | 'onDiscard'> {
  readonly draft: ListedDraft;
  readonly now: number;
  readonly keys: string | undefined;
}

function Row({ draft, now, disabled, keys, onOpen, onDiscard }: RowProps) {
  const [asked, ask] = useState<'not yet' | 'now' | 'before'>('not yet');
  if (asked === 'now') {
    return <Question draft={draft} onKeep={() => ask('before')} onDiscard={() => onDiscard(draft.id)} />;
  }
  return (
    <ListedRow
      name={draft.name}
      details={[draft.what, stateText(draft.state)]}
      at={draft.parkedAt}
      now={now}
      disabled={disabled}
      keys={keys}
      removal={{
        label: 'Discard the draft',
        icon: <Trash2 size={14} aria-hidden />,
        hasFocus: asked === 'before',
      }}
      onOpen={() => onOpen(draft.id)}
      onRemove={() => ask('now')}
    />
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
    <fieldset
      aria-label="Discard this draft?"
      className="min-w-0 bg-raised py-2 pr-2 pl-4"
      onKeyDown={({ key }) => key === 'Escape' && onKeep()}
    >
      <p className="text-xs">
        Discard {draft.name ? `“${draft.name}”` : 'this draft'}
        {draft.state.kind === 'recorded' && ' with its recording'}? This cannot be undone.
      </p>
      <div className="mt-1.5 flex justify-end gap-1">
        <Button size="sm" variant="ghost" autoFocus onClick={onKeep}>
          Keep
        </Button>
        <Button size="sm" variant="danger" onClick={singleClick(onDiscard)}>
          Discard
        </Button>
      </div>
    </fieldset>
  );
}
