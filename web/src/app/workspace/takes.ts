/** Recordings to words in the preview: each take owns a span of it. */
import type { Transcription } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { transcribe } from '@/features/recorder/api';
import type { Recorder } from '@/features/recorder/recorder';
import type { Recording } from '@/features/recorder/recorder-state';
import { takenBackLine } from '@/features/workspace/taken-back';
import { type Arrival, type Heard, keepBoth, replaceTake } from '@/features/workspace/transcript';
import { type Ask, type Desk, failed, type Transcribed } from './desk';
import { chosenTemplate, reasonOf } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';

export interface Takes {
  /** There is, or may be, a recording whose words are not in the preview. */
  readonly awaitsTranscription: () => boolean;
  readonly transcribe: () => Promise<void>;
  /** A take whose last words were to come by themselves, and will not: it is transcribed as a whole. */
  readonly transcribeUnheard: (recording: Recording) => Promise<void>;
  /** The words of a take are known: they go where they belong, or the radiologist is asked. */
  readonly arrive: (transcribed: Transcribed, wasLive: boolean, remarks?: readonly string[]) => void;
  readonly nothingHeard: () => void;
  /** What becomes of a take that was edited and transcribed again. */
  readonly resolve: (decision: 'replace' | 'keepBoth') => void;
}

/** What else is to be said of a transcription, in sentences, when so many commands of it were carried out while it was spoken. */
function remarksOn({ skippedCommands, cut }: Transcription, carriedOut = 0): readonly string[] {
  const skipped = skippedCommands - carriedOut;
  return [
    ...(skipped === 1 ? ['1 spoken command was not carried out.'] : []),
    ...(skipped > 1 ? [`${skipped} spoken commands were not carried out.`] : []),
    ...(cut ? ['The recording is damaged or cut: words may be missing at its end.'] : []),
  ];
}

export function createTakes(
  { history, activity, study, change, note, run }: Desk,
  recorder: Recorder,
  keeping: StudyKeeping,
  arrival: (heard: Heard) => Arrival,
): Takes {
  /** Parts in which nobody was heard to speak: they are not sent again with what goes on from them. */
  const silent = new WeakSet<Blob>();

  function place({ recording }: Transcribed, next: studies.StudyHistory): void {
    change(next);
    if (activity.get().undecided?.recording.id === recording.id) note({ undecided: null });
    if (recorder.markTranscribed(recording)) keeping.markTranscribed(recording.id).catch(() => undefined);
  }

  function arrive(transcribed: Transcribed, wasLive: boolean, remarks: readonly string[] = []): void {
    const arrived = arrival(transcribed.heard);
    // Live words that become final are the same words: no step to be undone.
    const take = wasLive ? studies.takeLive : studies.takeTranscript;
    if (arrived.kind === 'placed') place(transcribed, take(history.get(), arrived.transcript));
    else note({ undecided: transcribed });
    const done = 'Audio has been successfully transcribed';
    const description = remarks.length > 0 ? [`${done}.`, ...remarks].join(' ') : done;
    toast({ title: 'Transcription Complete', description });
  }

  const nothingHeard = () =>
    note({ recorderFailure: 'No words were heard in this recording. Check the microphone and its level.' });

  function awaitsTranscription(): boolean {
    const state = recorder.state.get();
    if (recorder.shelved.get().length > 0) return true;
    return state.phase === 'stopped' ? !state.transcribed : state.phase !== 'idle';
  }

  async function transcribeTake(): Promise<void> {
    const { phase } = recorder.state.get();
    if (phase !== 'paused' && phase !== 'stopped') return;
    const wordsIn = async (recording: Recording, signal: AbortSignal, ask: Ask): Promise<boolean> => {
      const context = { ...chosenTemplate(study()), takeId: recording.id };
      const transcription = await ask(() => transcribe(recording.audio, context, signal));
      signal.throwIfAborted();
      if (!transcription) return false;
      const { text, heard, doubtful, takenBack } = transcription;
      const { id: recordingId, continues } = recording;
      const remarks = remarksOn(transcription, study().live.find((take) => take.recordingId === recordingId)?.commands);
      // Nothing but commands, or all of it taken back: nothing in the preview will tell of it.
      if (!text.trim()) {
        const told = takenBack.length > 0 ? [...remarks, takenBackLine(takenBack)] : remarks;
        if (told.length > 0) failed('No Words Heard', told.join(' '));
        return false;
      }
      arrive({ recording, heard: { recordingId, continues, text, heard, doubtful, takenBack } }, false, remarks);
      return true;
    };
    const hearAll = async (signal: AbortSignal, ask: Ask): Promise<void> => {
      const recording = await recorder.recording();
      if (!recording) return nothingHeard();
      const parts = recorder.partsBefore(recording);
      // A silent part stays on the shelf: it may be played, and asked for on its own.
      const tellOfSilence = () => {
        if (parts.some(({ audio }) => silent.has(audio))) {
          note({ recorderFailure: 'No words were heard in an earlier part of this recording.' });
        }
      };
      for (const part of parts.filter(({ audio }) => !silent.has(audio))) {
        if (!(await wordsIn(part, signal, ask))) silent.add(part.audio);
        // One question at a time: what comes behind waits for the answer.
        if (activity.get().undecided?.recording.id === part.id) return tellOfSilence();
      }
      if (await wordsIn(recording, signal, ask)) tellOfSilence();
      else nothingHeard();
    };
    await run('transcribe', hearAll, {
      done: () => undefined,
      failed(error) {
        note({ recorderFailure: reasonOf(error) ?? 'The recording was not transcribed.' });
        failed('Transcription Failed', 'Failed to transcribe audio. Please try again.');
      },
    });
  }

  async function transcribeUnheard({ id }: Recording): Promise<void> {
    const state = recorder.state.get();
    const isHere = state.phase === 'stopped' && state.recording.id === id && !state.transcribed;
    const { turning, undecided } = activity.get();
    // What leaves the page is stored as it is; what was asked for meanwhile has been answered.
    if (isHere && !turning && undecided?.recording.id !== id) await transcribeTake();
  }

  return {
    awaitsTranscription,
    transcribe: transcribeTake,
    transcribeUnheard,
    arrive,
    nothingHeard,
    resolve(decision) {
      const { undecided } = activity.get();
      if (!undecided) return;
      const text = decision === 'replace' ? replaceTake : keepBoth;
      place(undecided, studies.takeTranscript(history.get(), text(study().transcript, undecided.heard)));
    },
  };
}
