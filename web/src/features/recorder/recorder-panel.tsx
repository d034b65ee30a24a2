import { Eraser, FileText, Mic, Pause, Play, Square } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, useId, useImperativeHandle } from 'react';
import type { Delay } from '@/api/server-away';
import type { Engines } from '@/api/types';
import { KeyHint } from '@/components/key-hint';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { WorkLine } from '@/components/work-line';
import { WAITS } from '@/lib/constants';
import { cx } from '@/lib/cx';
import { singleClick } from '@/lib/single-click';
import { useStore } from '@/lib/store';
import { EngineFooter } from './engine-footer';
import { LevelBars } from './level-bars';
import type { Recorder, TakeSize } from './recorder';
import {
  clockText,
  isUnderWay,
  PROBLEMS,
  type RecorderState,
  type Recording,
  secondsOf,
  statusLine,
} from './recorder-state';
import { RecoveryNotice } from './recovery-notice';
import { SpokenCommands } from './spoken-commands';
import { type PlaybackHandle, usePlayback } from './use-playback';
import './recorder-panel.css';

interface Keys {
  readonly hint: string;
  readonly aria: string;
}

interface RecorderPanelProps {
  readonly recorder: Recorder;
  readonly engines: Engines | undefined;
  /** Asks again for the engines; given when they could not be had. */
  readonly onAskEngines?: () => void;
  readonly transcribing: boolean;
  /** What keeps the transcription from being done. */
  readonly delay: Delay | null;
  /** Another request runs. */
  readonly disabled: boolean;
  /** Why the last transcription failed, in a sentence. */
  readonly failure: string | null;
  readonly keys: { readonly record: Keys; readonly pause: Keys; readonly transcribe: Keys; readonly play: Keys };
  readonly playback?: Ref<PlaybackHandle>;
  /** What an earlier page left behind. */
  readonly recovery: ReactNode;
  /** Where spoken words go. */
  readonly live: ReactNode;
  /** Microphones with buttons, and pedals. */
  readonly devices?: ReactNode;
  readonly className?: string;
  readonly onToggle: () => void;
  readonly onPause: () => void;
  readonly onTranscribe: () => void;
  readonly onCancel: () => void;
  readonly onClear: () => void;
}

export function RecorderPanel(props: RecorderPanelProps) {
  const { recorder, keys } = props;
  const state = useStore(recorder.state, (value) => value);
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      data-under-way={isUnderWay(state) || undefined}
      className={cx('shrink-0', props.className)}
    >
      <CardHeader id={id} title="Voice Recording" aside={<KeyHint keys={keys.record.hint} />} />
      {props.recovery}
      <ShelvedNotice state={state} recorder={recorder} />
      <div className="px-4 pt-4 pb-3">
        <Dial state={state} recorder={recorder} live={props.live} keys={keys.record} onToggle={props.onToggle} />
        <Troubles state={state} recorder={recorder} failure={props.failure} />
        <Controls {...props} state={state} />
      </div>
      <WorkLine
        doing={props.transcribing ? 'Transcribing the recording' : null}
        delay={props.delay}
        className="-mt-1"
      />
      {canHearCommands(props) && <SpokenCommands />}
      {props.devices && <div className="steps-back">{props.devices}</div>}
      <EngineFooter engines={props.engines} onAsk={props.onAskEngines} />
    </Card>
  );
}

/** As long as nobody knows better they are listed: most engines listen while somebody speaks. */
const canHearCommands = ({ engines, onAskEngines }: RecorderPanelProps) => engines?.speech.live ?? !onAskEngines;

/** What becomes of a recording that is too long for one take; nothing otherwise. */
function SizeLine({ state, recorder }: { state: RecorderState; recorder: Recorder }) {
  const size = useStore(recorder.size, (value) => value);
  const parts = usePartsBefore(state, recorder);
  return (
    <p role="status" className="empty:hidden">
      {isUnderWay(state) && SIZE_LINES[size]}
      {parts.length > 0 && 'Transcribe writes the part of the recording before this one, too.'}
    </p>
  );
}

const SIZE_LINES: Readonly<Record<TakeSize, string | null>> = {
  usual: null,
  'nearly full':
    'This take is nearly as long as one may be. The next one begins by itself: go on speaking, nothing is lost.',
  continued: 'The take before was as long as one may be. This one goes on from it.',
};

function usePartsBefore(state: RecorderState, recorder: Recorder): readonly Recording[] {
  // Which they are changes with what is on the shelf.
  useStore(recorder.shelved, (value) => value);
  return state.phase === 'stopped' ? recorder.partsBefore(state.recording) : [];
}

/** The caret stays where words are to go. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

interface DialProps {
  readonly state: RecorderState;
  readonly recorder: Recorder;
  readonly live: ReactNode;
  readonly keys: Keys;
  readonly onToggle: () => void;
}

function Dial(props: DialProps) {
  const { state, recorder } = props;
  const records = state.phase === 'recording';
  const underWay = isUnderWay(state);
  const caption = underWay ? 'Click to Stop Recording' : 'Click to Start Recording';
  return (
    <div className="flex items-center gap-4">
      <div className="flex w-22 shrink-0 flex-col items-center gap-2">
        <button
          type="button"
          aria-label={caption}
          aria-keyshortcuts={props.keys.aria}
          disabled={state.phase === 'starting' || state.phase === 'stopping'}
          onMouseDown={keepFocus}
          onClick={singleClick(props.onToggle)}
          className={cx(
            'dial grid size-16 cursor-pointer place-items-center rounded-full transition-[background,box-shadow,scale] active:scale-95 disabled:opacity-60',
            records && 'bg-rec text-rec-ink shadow-[0_0_0_6px_var(--rec-soft)]',
            underWay && !records && 'bg-rec-soft text-rec',
            !underWay && 'bg-accent text-accent-ink hover:bg-accent-hover',
          )}
        >
          {underWay ? <Square size={22} fill="currentColor" aria-hidden /> : <Mic size={26} aria-hidden />}
        </button>
        <span aria-hidden className="text-center text-2xs leading-tight text-ink-3">
          {caption}
        </span>
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span role="timer" className="font-mono text-2xl font-medium tracking-tight tabular-nums">
            {clockText(secondsOf(state))}
          </span>
          <span role="status" className="text-xs text-ink-3">
            {statusLine(state)}
          </span>
        </div>
        <div className="mt-2">
          <LevelBars recorder={recorder} live={records} empty={state.phase === 'idle' || state.phase === 'starting'} />
        </div>
        <div className="mt-2 text-xs text-ink-3">
          <SizeLine state={state} recorder={recorder} />
          {props.live}
          {/* Words that come while they are spoken need no patience. */}
          <p className="peer-not-empty:hidden">Allow {WAITS.transcription} for transcription</p>
        </div>
      </div>
    </div>
  );
}

function Controls(props: RecorderPanelProps & { state: RecorderState }) {
  const { state, keys, transcribing } = props;
  const stopped = state.phase === 'stopped';
  const playback = usePlayback(stopped ? state.recording.audio : null);
  useImperativeHandle(props.playback, () => ({
    toggle() {
      if (stopped) playback.toggle();
      return stopped;
    },
  }));
  if (state.phase === 'idle' || state.phase === 'starting') return null;
  const canTranscribe = stopped || state.phase === 'paused';
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {isUnderWay(state) && (
        <Button onMouseDown={keepFocus} onClick={singleClick(props.onPause)} aria-keyshortcuts={keys.pause.aria}>
          {state.phase === 'paused' ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
          {state.phase === 'paused' ? 'Resume' : 'Pause'}
        </Button>
      )}
      {canTranscribe && (
        <Button
          variant={stopped && state.transcribed ? 'outline' : 'primary'}
          pending={transcribing}
          disabled={props.disabled}
          aria-keyshortcuts={keys.transcribe.aria}
          onClick={props.onTranscribe}
        >
          {!transcribing && <FileText size={15} aria-hidden />}
          {transcribing ? 'Processing...' : 'Transcribe'}
        </Button>
      )}
      {transcribing && (
        <Button variant="ghost" onClick={props.onCancel}>
          Cancel
        </Button>
      )}
      {stopped && (
        <>
          <Button onClick={playback.toggle} aria-keyshortcuts={keys.play.aria} title={keys.play.hint}>
            {playback.playing ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
            {playback.playing ? 'Pause' : 'Play'}
          </Button>
          <Button variant="ghost" disabled={transcribing} onClick={singleClick(props.onClear)}>
            <Eraser size={15} aria-hidden />
            Clear
          </Button>
          {/* biome-ignore lint/a11y/useMediaCaption: the transcription below is the caption of a dictation */}
          <audio ref={playback.player} src={playback.url} onEnded={playback.onEnded} className="hidden" />
        </>
      )}
      <span className="ml-auto flex gap-1.5">
        {isUnderWay(state) && <KeyHint keys={keys.pause.hint} />}
        {canTranscribe && <KeyHint keys={keys.transcribe.hint} />}
      </span>
    </div>
  );
}

function Troubles({ state, recorder, failure }: { state: RecorderState; recorder: Recorder; failure: string | null }) {
  const unkept = useStore(recorder.unkept, (value) => value);
  const problem = state.phase === 'idle' && state.problem ? PROBLEMS[state.problem] : null;
  const interrupted = state.phase === 'stopped' && state.interrupted;
  return (
    <div role="alert" className="space-y-2 *:mt-3">
      {problem && (
        <Notice tone="warn" title={problem.title}>
          {problem.help}
        </Notice>
      )}
      {interrupted && (
        <Notice tone="warn" title="The microphone went away">
          Everything up to that moment is here.
        </Notice>
      )}
      {unkept && (
        <Notice tone="warn" title="This recording is not stored in the browser">
          It is safe as long as this page stays open.
        </Notice>
      )}
      {failure && (
        <Notice tone="danger" title={failure}>
          Your recording is still here.
        </Notice>
      )}
    </div>
  );
}

function ShelvedNotice({ state, recorder }: { state: RecorderState; recorder: Recorder }) {
  const shelved = useStore(recorder.shelved, (value) => value);
  const parts = usePartsBefore(state, recorder);
  const earlier = shelved.find((each) => !parts.includes(each));
  if (!earlier || (state.phase !== 'idle' && state.phase !== 'stopped')) return null;
  return (
    <RecoveryNotice
      key={earlier.id}
      recordings={1}
      seconds={earlier.seconds}
      from={earlier.startedAt}
      onRecover={() => recorder.recover(earlier)}
      onDiscard={() => recorder.discardShelved(earlier.id)}
    />
  );
}
