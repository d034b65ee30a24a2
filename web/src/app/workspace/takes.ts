/** Recordings to words in the preview: each take owns a span of it. */
import { toast } from '@/components/ui/toast-store';
import { transcribe } from '@/features/recorder/api';
import type { Recorder } from '@/features/recorder/recorder';
import { keepBoth, receive, replaceTake } from '@/features/workspace/transcript';
import { type Desk, failed, type Transcribed } from './desk';
import { reasonOf } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';

export interface Takes {
  /** There is, or may be, a recording whose words are not in the preview. */
  readonly awaitsTranscription: () => boolean;
  readonly transcribe: () => Promise<void>;
  /** What becomes of a take that was edited and transcribed again. */
  readonly resolve: (decision: 'replace' | 'keepBoth') => void;
}

export function createTakes(
  { history, activity, study, change, note, run }: Desk,
  recorder: Recorder,
  keeping: StudyKeeping,
): Takes {
  function place({ recording }: Transcribed, transcript: studies.Study['transcript']): void {
    change(studies.takeTranscript(history.get(), transcript));
    if (activity.get().undecided?.recording.id === recording.id) note({ undecided: null });
    if (recorder.markTranscribed(recording)) keeping.markTranscribed(recording.id).catch(() => undefined);
  }

  function awaitsTranscription(): boolean {
    const state = recorder.state.get();
    if (recorder.shelved.get().length > 0) return true;
    return state.phase === 'stopped' ? !state.transcribed : state.phase !== 'idle';
  }

  async function transcribeTake(): Promise<void> {
    const { phase } = recorder.state.get();
    if (phase !== 'paused' && phase !== 'stopped') return;
    const hear = async (signal: AbortSignal): Promise<Transcribed | null> => {
      const recording = await recorder.recording();
      if (!recording) return null;
      const { text, words } = await transcribe(recording.audio, signal);
      return { recording, heard: { recordingId: recording.id, text, words } };
    };
    await run('transcribe', hear, {
      done(transcribed) {
        if (!transcribed?.heard.text.trim()) {
          note({ recorderFailure: 'No words were heard in this recording.' });
          return;
        }
        const arrival = receive(study().transcript, transcribed.heard);
        if (arrival.kind === 'placed') place(transcribed, arrival.transcript);
        else note({ undecided: transcribed });
        toast({ title: 'Transcription Complete', description: 'Audio has been successfully transcribed' });
      },
      failed(error) {
        note({ recorderFailure: reasonOf(error) ?? 'The recording was not transcribed.' });
        failed('Transcription Failed', 'Failed to transcribe audio. Please try again.');
      },
    });
  }

  return {
    awaitsTranscription,
    transcribe: transcribeTake,
    resolve(decision) {
      const { undecided } = activity.get();
      if (!undecided) return;
      const text = decision === 'replace' ? replaceTake : keepBoth;
      place(undecided, text(study().transcript, undecided.heard));
    },
  };
}
