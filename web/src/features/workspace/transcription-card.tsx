import { WandSparkles } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { KeyHint } from '@/components/key-hint';
import { Button } from '@/components/ui/button';
import { Card, CardFooter, CardHeader } from '@/components/ui/card';

interface TranscriptionCardProps {
  readonly text: string;
  /** A take that was edited has been transcribed again: the radiologist decides. */
  readonly undecided: boolean;
  readonly structuring: boolean;
  /** Whether the words leave the server; absent until that is known. */
  readonly privacy?: string;
  /** Another request runs. */
  readonly disabled: boolean;
  /** Structuring is the one next thing to do. */
  readonly isNext: boolean;
  readonly keys: { readonly hint: string; readonly aria: string };
  /** The offer to undo, when the text was just replaced. */
  readonly undo: ReactNode;
  readonly className?: string;
  readonly onEdit: (text: string) => void;
  readonly onReplace: () => void;
  readonly onKeepBoth: () => void;
  readonly onStructure: () => void;
  readonly onCancel: () => void;
}

export function TranscriptionCard(props: TranscriptionCardProps) {
  const { text, structuring, keys } = props;
  const id = useId();
  return (
    <Card aria-labelledby={id} className={`flex flex-col ${props.className ?? ''}`}>
      <CardHeader
        id={id}
        title="Transcription Preview"
        aside={<span className="tabular-nums">{text.length} characters</span>}
      />
      {props.undecided && <EditedTake onReplace={props.onReplace} onKeepBoth={props.onKeepBoth} />}
      {props.undo}
      <textarea
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        className="min-h-32 flex-1 resize-none bg-transparent px-4 py-3 text-base leading-relaxed text-ink-2 outline-none placeholder:text-ink-3 focus:text-ink focus-visible:shadow-[inset_0_0_0_2px_var(--accent)] max-lg:field-sizing-content"
        placeholder="Your dictation appears here. You can also type."
        value={text}
        onChange={(event) => props.onEdit(event.target.value)}
      />
      <p id={`${id}-note`} className="px-4 pt-1 pb-2.5 text-2xs text-ink-3">
        AI corrects and arranges this text when the report is structured. Correct what was misheard first.{' '}
        {props.privacy}
      </p>
      <CardFooter>
        <Button
          variant={props.isNext ? 'primary' : 'outline'}
          pending={structuring}
          disabled={props.disabled}
          aria-keyshortcuts={keys.aria}
          onClick={props.onStructure}
        >
          {!structuring && <WandSparkles size={15} aria-hidden />}
          Structure Report with AI
        </Button>
        {structuring && (
          <Button variant="ghost" onClick={props.onCancel}>
            Cancel
          </Button>
        )}
        <span className="text-2xs text-ink-3">25-30 seconds</span>
        <span className="ml-auto max-xl:hidden">
          <KeyHint keys={keys.hint} />
        </span>
      </CardFooter>
    </Card>
  );
}

function EditedTake({ onReplace, onKeepBoth }: Pick<TranscriptionCardProps, 'onReplace' | 'onKeepBoth'>) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-2 text-sm">
      <span className="min-w-48 flex-1">You edited this take. Put the new transcription in its place?</span>
      <span className="ml-auto flex gap-1">
        <Button size="sm" onClick={onReplace}>
          Replace
        </Button>
        <Button size="sm" variant="ghost" onClick={onKeepBoth}>
          Keep both
        </Button>
      </span>
    </div>
  );
}
