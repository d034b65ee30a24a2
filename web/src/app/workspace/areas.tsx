/** The cards of the page, each tied to the part of the workspace that it shows: a keystroke repaints one of them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, type RefObject, Suspense, useImperativeHandle, useMemo, useState } from 'react';
import { customTemplatesQuery } from '@/api/custom-templates';
import { enginesQuery } from '@/api/engines';
import { subscriptionStatusQuery } from '@/api/subscription';
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { SelectWaiting } from '@/components/ui/select-waiting';
import { UndoLine } from '@/components/undo-line';
import type { DeviceConnection } from '@/features/dictation-device/connection';
import { DeviceLine } from '@/features/dictation-device/device-line';
import { LiveLine } from '@/features/recorder/live-line';
import { RecorderPanel } from '@/features/recorder/recorder-panel';
import { isUnderWay, type RecorderState } from '@/features/recorder/recorder-state';
import { RecoveryNotice } from '@/features/recorder/recovery-notice';
import type { PlaybackHandle } from '@/features/recorder/use-playback';
import { templatesQuery } from '@/features/templates/api';
import { choiceLabel } from '@/features/templates/library';
import { AdvancedFeaturesCard, comparisonIsPremium } from '@/features/workspace/advanced-features-card';
import type { Place } from '@/features/workspace/live-take';
import { PatientCard, type PatientHandle } from '@/features/workspace/patient-card';
import type { PreviewHandle } from '@/features/workspace/preview-editor';
import { doubtsOf, heardTakes, takenBackIn } from '@/features/workspace/transcript';
import { TranscriptionCard } from '@/features/workspace/transcription-card';
import { late } from '@/lib/late';
import { matchesMedia } from '@/lib/media';
import { useStore } from '@/lib/store';
import { addToVocabulary } from './add-to-vocabulary';
import type { Commands, ComparisonHandle } from './command-set';
import { ariaKeys, type CommandId, keyHint } from './commands';
import { failed } from './desk';
import { ParkButton } from './park-button';
import { awaitsStructuring, type Step, type StudyHistory } from './study';
import { abandonedSummary } from './study-summary';
import { textPrivacy } from './text-privacy';
import type { Workspace } from './workspace';

/** Most dictations have nothing to compare with: its script comes when it is asked for. */
const PreviousReportDialog = late(() =>
  import('@/features/workspace/previous-report-dialog').then((module) => module.PreviousReportDialog),
);

/** The largest part of the page's script: it comes behind the first paint, and is there before a hand is. */
const TemplateSelect = late(() =>
  import('@/features/templates/template-select').then((module) => module.TemplateSelect),
);

export interface AreaProps {
  readonly workspace: Workspace;
  readonly commands: Commands;
  readonly className?: string;
}

export const keysOf = (command: CommandId) => ({ hint: keyHint(command), aria: ariaKeys(command) });
const isRunning = ({ running }: { running: string | null }) => running !== null;
const isUntranscribed = (state: RecorderState) => state.phase === 'stopped' && !state.transcribed;
const NO_SYSTEM_TEMPLATES: readonly SystemTemplate[] = [];
const NO_CUSTOM_TEMPLATES: readonly CustomTemplate[] = [];

export function PatientArea({ workspace, commands, handle, className }: AreaProps & { handle: Ref<PatientHandle> }) {
  const patient = useStore(workspace.history, ({ study }) => study.patient);
  const modality = useStore(workspace.history, ({ study }) => study.modality);
  const template = useStore(workspace.history, ({ study }) => study.template);
  const running = useStore(workspace.activity, isRunning);
  const { data: system = NO_SYSTEM_TEMPLATES, isError, refetch } = useQuery(templatesQuery);
  const { data: status } = useQuery(subscriptionStatusQuery);
  const premium = status?.hasPremiumAccess ?? false;
  const { data: own } = useQuery({ ...customTemplatesQuery, enabled: premium });
  // Whoever has stopped paying keeps them on the account page; a report cannot be made with them.
  const custom = (premium && own) || NO_CUSTOM_TEMPLATES;
  return (
    <PatientCard
      ref={handle}
      className={className}
      patient={patient}
      modality={modality}
      disabled={running}
      startsFolded={matchesMedia('(max-width: 639px)')}
      action={<ParkButton workspace={workspace} commands={commands} />}
      onPatient={(next) => workspace.amend({ patient: next })}
      onModality={workspace.chooseModality}
    >
      <Suspense fallback={<SelectWaiting label="Report Template" chosen={choiceLabel(template)} />}>
        <TemplateSelect
          choice={template}
          modality={modality}
          sex={patient.sex}
          system={system}
          custom={custom}
          disabled={running}
          onNone={workspace.chooseNoTemplate}
          onSystem={workspace.chooseSystemTemplate}
          onCustom={workspace.chooseCustomTemplate}
        />
      </Suspense>
      {isError && (
        <p role="alert" className="mt-1.5 text-2xs text-warn">
          The templates could not be loaded.{' '}
          <button type="button" className="cursor-pointer underline underline-offset-2" onClick={() => refetch()}>
            Try again
          </button>
        </p>
      )}
    </PatientCard>
  );
}

export function AdvancedArea({
  workspace,
  handle,
  className,
}: Omit<AreaProps, 'commands'> & { handle: Ref<ComparisonHandle> }) {
  const { data: status, isError, refetch } = useQuery(subscriptionStatusQuery);
  const premium = status?.hasPremiumAccess;
  const comparing = useStore(workspace.history, ({ study }) => study.comparing);
  const includeSignature = useStore(workspace.history, ({ study }) => study.includeSignature);
  const previousReport = useStore(workspace.history, ({ study }) => study.previousReport);
  const [open, setOpen] = useState(false);
  // Once opened it stays, so that it closes as it opened.
  const [opened, keepMounted] = useState(false);
  if (open && !opened) keepMounted(true);
  const compare = (next: boolean) => {
    workspace.amend({ comparing: next });
    setOpen(next);
  };
  useImperativeHandle(handle, () => ({
    open() {
      if (premium) compare(true);
      else if (premium === false) comparisonIsPremium();
      else failed('Not Known Yet', 'Your subscription has not been read. Try again in a moment.');
    },
  }));
  return (
    <>
      <AdvancedFeaturesCard
        className={className}
        premium={premium}
        onAskAccess={isError ? () => void refetch() : undefined}
        comparing={comparing}
        includeSignature={includeSignature}
        onCompare={compare}
        onOpenPrevious={() => setOpen(true)}
        onIncludeSignature={(next) => workspace.amend({ includeSignature: next })}
      />
      <Suspense>
        {(open || opened) && (
          <PreviousReportDialog
            open={open}
            text={previousReport}
            onClose={() => {
              // A ticked box with nothing to compare would promise a section that does not come.
              if (!previousReport.trim()) workspace.amend({ comparing: false });
              setOpen(false);
            }}
            onClear={() => {
              workspace.amend({ previousReport: '', comparing: false });
              setOpen(false);
            }}
            onSave={(text) => {
              workspace.amend({ previousReport: text, comparing: text.trim() !== '' });
              setOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

export function RecorderArea({
  workspace,
  commands,
  playback,
  devices,
  className,
}: AreaProps & { playback: Ref<PlaybackHandle>; devices: DeviceConnection | null }) {
  const running = useStore(workspace.activity, (activity) => activity.running);
  const delay = useStore(workspace.activity, (activity) => activity.delay);
  const failure = useStore(workspace.activity, (activity) => activity.recorderFailure);
  const { data: engines, isError, refetch } = useQuery(enginesQuery);
  return (
    <RecorderPanel
      className={className}
      recorder={workspace.recorder}
      playback={playback}
      engines={engines}
      onAskEngines={isError ? () => void refetch() : undefined}
      transcribing={running === 'transcribe'}
      delay={delay}
      disabled={running !== null}
      failure={failure}
      keys={{
        record: keysOf('toggleRecording'),
        pause: keysOf('togglePause'),
        transcribe: keysOf('transcribe'),
        play: keysOf('play'),
      }}
      recovery={<Recovery workspace={workspace} />}
      live={<Live workspace={workspace} />}
      devices={devices && <DeviceLine devices={devices} onShowButtons={commands.showKeys} />}
      onToggle={commands.toggleRecording}
      onPause={commands.togglePause}
      onTranscribe={commands.transcribe}
      onCancel={workspace.cancel}
      onClear={workspace.clearRecording}
    />
  );
}

function Live({ workspace }: { workspace: Workspace }) {
  const phase = useStore(workspace.dictation.live, (live) => live.phase);
  const reason = useStore(workspace.dictation.live, (live) => (live.phase === 'lost' ? live.reason : null));
  const bySelf = useStore(workspace.dictation.live, (live) => live.phase === 'lost' && live.bySelf);
  const target = useStore(workspace.dictation.target, (place) => place);
  const underWay = useStore(workspace.recorder.state, isUnderWay);
  const paused = useStore(workspace.recorder.state, (state) => state.phase === 'paused');
  return <LiveLine phase={phase} reason={reason} bySelf={bySelf} target={target} underWay={underWay} paused={paused} />;
}

/** Offered between recordings; what is on the page is parked for it. */
function Recovery({ workspace }: { workspace: Workspace }) {
  const found = useStore(workspace.keeping.abandoned, (value) => value[0]);
  const phase = useStore(workspace.recorder.state, (state) => state.phase);
  const pending = useStore(workspace.activity, ({ turning }) => turning);
  if (!found || (phase !== 'idle' && phase !== 'stopped')) return null;
  return (
    <RecoveryNotice
      key={found.studyId}
      {...abandonedSummary(found)}
      pending={pending}
      onRecover={() => void workspace.openStudy(found)}
      onDiscard={() => void workspace.discardFound(found)}
    />
  );
}

export function PreviewArea({
  workspace,
  commands,
  preview,
  className,
}: AreaProps & { preview: RefObject<PreviewHandle | null> }) {
  const client = useQueryClient();
  const transcript = useStore(workspace.history, ({ study }) => study.transcript);
  const doubtful = useMemo(() => doubtsOf(transcript.takes), [transcript]);
  const heard = useMemo(() => heardTakes(transcript), [transcript]);
  const takenBack = useMemo(() => takenBackIn(transcript), [transcript]);
  const { listening, tentative } = useLiveAt(workspace, 'preview');
  const underWay = useStore(workspace.recorder.state, isUnderWay);
  const awaited = useStore(workspace.history, ({ study }) => awaitsStructuring(study));
  const running = useStore(workspace.activity, (activity) => activity.running);
  const undecided = useStore(workspace.activity, (activity) => activity.undecided !== null);
  const untranscribed = useStore(workspace.recorder.state, isUntranscribed);
  const { data: engines } = useQuery(enginesQuery);
  return (
    <TranscriptionCard
      className={className}
      text={transcript.text}
      doubtful={doubtful}
      tentative={tentative}
      listening={listening}
      heard={heard}
      takenBack={takenBack}
      preview={preview}
      undecided={undecided}
      structuring={running === 'structure'}
      privacy={engines && textPrivacy(engines)}
      disabled={running !== null}
      isNext={awaited && !untranscribed && !underWay}
      keys={PREVIEW_KEYS}
      undo={<Undo workspace={workspace} commands={commands} kinds={TRANSCRIPT_STEPS} />}
      onEdit={workspace.editTranscript}
      onNextDoubt={commands.nextDoubt}
      onSettleDoubt={workspace.settleDoubt}
      onAddWord={(word) => void addToVocabulary(client, word)}
      onReplace={() => workspace.resolveTake('replace')}
      onKeepBoth={() => workspace.resolveTake('keepBoth')}
      onStructure={commands.structure}
      onCancel={workspace.cancel}
    />
  );
}

const PREVIEW_KEYS = { structure: keysOf('structure'), nextDoubt: keysOf('nextDoubt') };

/** What is spoken now, for the text that it goes to. Nobody listens to a recording that is paused. */
export function useLiveAt({ dictation, recorder }: Workspace, place: Place): { listening: boolean; tentative: string } {
  const here = useStore(dictation.target, (target) => target === place);
  const recording = useStore(recorder.state, ({ phase }) => phase === 'recording');
  const followed = useStore(dictation.live, ({ phase }) => phase === 'listening' || phase === 'connecting');
  const listening = recording && followed;
  const tentative = useStore(dictation.live, (live) => ('tentative' in live ? live.tentative : ''));
  return { listening: here && listening, tentative: here ? tentative : '' };
}

const TRANSCRIPT_STEPS: readonly Step['kind'][] = ['transcript', 'scratch'];

/** The last step, offered in the card where it happened. */
export function Undo({ workspace, commands, kinds }: AreaProps & { kinds: readonly Step['kind'][] }) {
  const last = useStore(workspace.history, ({ past }: StudyHistory) => past.at(-1));
  const next = useStore(workspace.history, ({ future }: StudyHistory) => future[0]);
  const canUndo = last !== undefined && kinds.includes(last.kind);
  const canRedo = next !== undefined && kinds.includes(next.kind);
  return <UndoLine done={canUndo ? last.done : null} canRedo={canRedo} onUndo={commands.undo} onRedo={commands.redo} />;
}
