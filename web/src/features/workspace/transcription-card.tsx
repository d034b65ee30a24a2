import { WandSparkles } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { Disclosure } from '@/components/disclosure';
import { DoubtCount } from '@/components/doubt-count';
import { KeyHint } from '@/components/key-hint';
import { ListeningSign } from '@/components/listening-sign';
import { Button } from '@/components/ui/button';
import { Card, CardFooter, CardHeader } from '@/components/ui/card';
import { WAITS } from '@/lib/constants';
import { PreviewEditor, type PreviewHandle } from './preview-editor';
import { takenBackLine } from './taken-back';
import type { Doubt } from './transcript';

interface Keys {
  readonly hint: string;
  readonly aria: string;
}

interface TranscriptionCardProps {
  readonly text: string;
  readonly doubtful: readonly Doubt[];
  /** Words that are being spoken and may still change; empty when they go elsewhere. */
  readonly tentative: string;
  /** Words that are spoken now come here. */
  readonly listening: boolean;
  /** The raw words of the takes of which they are known, the newest last. */
  readonly heard: readonly { readonly recordingId: string; readonly heard: string }[];
  /** What the speaker took back; it is no part of the text. */
  readonly takenBack: readonly string[];
  /** A take that was edited has been transcribed again: the radiologist decides. */
  readonly undecided: boolean;
  readonly structuring: boolean;
  /** Whether the words leave the server; absent until that is known. */
  readonly privacy?: string;
  /** Another request runs. */
  readonly disabled: boolean;
  /** Structuring is the one next thing to do. */
  readonly isNext: boolean;
  readonly keys: { readonly structure: Keys; readonly nextDoubt: Keys };
  readonly preview: Ref<PreviewHandle>;
  /** The offer to undo, when the text was just replaced. */
  readonly undo: ReactNode;
  readonly className?: string;
  readonly onEdit: (text: string) => void;
  readonly onNextDoubt: () => void;
  readonly onSettleDoubt: (doubt: Doubt) => void;
  readonly onAddWord: (word: string) => void;
  readonly onReplace: () => void;
  readonly onKeepBoth: () => void;
  readonly onStructure: () => void;
  readonly onCancel: () => void;
}

export function TranscriptionCard(props: TranscriptionCardProps) {
  const { text, structuring } = props;
  const keys = props.keys.structure;
  const id = useId();
  return (
    <Card aria-labelledby={id} className={`flex flex-col ${props.className ?? ''}`}>
      <CardHeader
        id={id}
        title="Transcription Preview"
        aside={
          <>
            {props.listening && <ListeningSign />}
            <DoubtCount count={props.doubtful.length} keys={props.keys.nextDoubt} onNext={props.onNextDoubt} />
            <span className="whitespace-nowrap tabular-nums">{text.length} characters</span>
          </>
        }
      />
      {props.undecided && <EditedTake onReplace={props.onReplace} onKeepBoth={props.onKeepBoth} />}
      {props.undo}
      <PreviewEditor
        ref={props.preview}
        value={text}
        doubtful={props.doubtful}
        tentative={props.tentative}
        following={props.listening || props.tentative !== ''}
        labelledBy={id}
        describedBy={`${id}-note`}
        placeholder="Your dictation appears here. You can also type."
        onEdit={props.onEdit}
        onSettle={props.onSettleDoubt}
        onAddWord={props.onAddWord}
      />
      <p
        role="status"
        className="max-h-24 overflow-y-auto border-t px-4 py-1.5 text-2xs wrap-anywhere text-ink-3 empty:hidden"
      >
        {props.takenBack.length > 0 && takenBackLine(props.takenBack)}
      </p>
      {props.heard.length > 0 && (
        <Disclosure title="Show what was heard" className="border-t">
          <ol className="mt-1 grid max-h-40 gap-1.5 overflow-y-auto wrap-anywhere whitespace-pre-line text-ink-2">
            {props.heard.map(({ recordingId, heard }) => (
              <li key={recordingId}>{heard}</li>
            ))}
          </ol>
        </Disclosure>
      )}
      <p id={`${id}-note`} className="px-4 pt-1 pb-2.5 text-2xs text-ink-3">
        AI corrects and arranges this text when the report is structured. Correct what was misheard first.{' '}
        {props.privacy ?? <PrivacyToCome />}
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
        <span className="text-2xs text-ink-3">{WAITS.structuring}</span>
        <span className="ml-auto max-xl:hidden">
          <KeyHint keys={keys.hint} />
        </span>
      </CardFooter>
    </Card>
  );
}

/** Keeps the place of the sentence that is to come. */
const PrivacyToCome = () => (
  <span aria-hidden className="invisible">
    The text stays on this server.
  </span>
);

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
