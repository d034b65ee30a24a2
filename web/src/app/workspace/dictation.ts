/**
 * Live dictation: words come while they are spoken, into the preview or at the report's caret, and a stretch that is a
 * command is carried out. Without a connection, or when it is lost, the recording goes on and is transcribed at its end.
 */
import type { Transcription } from '@/api/types';
import type { LiveLink, LiveText, OpenLink, SpokenCommand } from '@/features/recorder/live-link';
import type { TakeFollower } from '@/features/recorder/recorder';
import type { Recording } from '@/features/recorder/recorder-state';
import type { Inserted } from '@/features/report/report-editor';
import {
  endsAlike,
  growth,
  isWhole,
  type LiveTake,
  lastStretch,
  newLiveTake,
  type Place,
  previewText,
  put,
  scratch,
  settle,
} from '@/features/workspace/live-take';
import { type Arrival, annotate, grow, type Heard, receive, shrink, takeOf } from '@/features/workspace/transcript';
import { createStore, type Store } from '@/lib/store';
import { type Desk, failed, type Transcribed } from './desk';
import * as studies from './study';

export type LiveState =
  /** Nobody listens: there is no recording, or its text comes at the end. */
  | { readonly phase: 'off' }
  | { readonly phase: 'connecting' | 'listening' | 'finishing'; readonly tentative: string }
  /** The text comes at the end after all. */
  | { readonly phase: 'lost'; readonly reason: string | null };

/** What the page does for a dictation. */
export interface DictationPage {
  /** Puts words at the report's caret; null when that is not possible now. */
  readonly insert: (words: string) => Inserted | null;
  /** Takes away what was put there; false when it does not stand there any more. */
  readonly remove: (inserted: Inserted) => boolean;
  readonly command: (spoken: SpokenCommand) => void;
}

export interface Dictation {
  readonly live: Store<LiveState>;
  /** Where the next words go. */
  readonly target: Store<Place>;
  /** Ties the page to it; returns what unties it. */
  readonly attach: (page: DictationPage) => () => void;
  readonly follow: (take: { readonly id: string; readonly mimeType: string }) => TakeFollower | null;
  /** Where a transcription of a whole take belongs, given what of it was put in while it was spoken. */
  readonly arrival: (heard: Heard) => Arrival;
  /** Takes away the stretch that was put in last. */
  readonly scratch: () => void;
}

interface DictationOptions {
  readonly isLive: () => boolean;
  readonly openLink: OpenLink;
  /** The whole of a live take is known. */
  readonly onTranscribed: (transcribed: Transcribed) => void;
  readonly onNothingHeard: (recording: Recording) => void;
}

/** A take that was, or is, followed live. */
interface Session {
  readonly studyId: string;
  take: LiveTake;
  /** What went into the report, the last one last. */
  readonly inserted: Inserted[];
  commanded: boolean;
  recording: Recording | null;
}

const OFF: LiveState = { phase: 'off' };

export function createDictation({ study, history, change, activity }: Desk, options: DictationOptions): Dictation {
  const live = createStore<LiveState>(OFF);
  const target = createStore<Place>('preview');
  const sessions = new Map<string, Session>();
  let newest: Session | null = null;
  let page: DictationPage | null = null;

  /** The study that it was spoken for is still the one at hand. */
  const isPresent = (session: Session) => session.studyId === study().id;
  const show = (session: Session, state: LiveState) => {
    if (session === newest) live.set(state);
  };

  function putIn(session: Session, words: string): void {
    // A report that is being written over is no place for words.
    const wantsReport = target.get() === 'report' && activity.get().running !== 'structure' && words.trim() !== '';
    const inserted = wantsReport ? (page?.insert(words) ?? null) : null;
    if (inserted) session.inserted.push(inserted);
    else change(studies.takeLive(history.get(), grow(study().transcript, session.take.recordingId, words)));
    session.take = put(session.take, words, inserted ? 'report' : 'preview');
  }

  /** The words stand where they were put; what is known of them now is noted. */
  function placed(heard: Heard): Arrival {
    return { kind: 'placed', transcript: annotate(study().transcript, heard) };
  }

  function onText(session: Session, { committed, tentative }: LiveText): void {
    if (!isPresent(session)) return;
    const words = growth(session.take, committed);
    if (words) putIn(session, words);
    show(session, { phase: session.recording ? 'finishing' : 'listening', tentative });
  }

  function onCommand(session: Session, command: SpokenCommand): void {
    if (!isPresent(session)) return;
    session.commanded = true;
    if (command.name === 'scratch') scratchLast();
    else page?.command(command);
  }

  function onFinal(session: Session, { text, heard, doubtful }: Transcription): void {
    show(session, OFF);
    const { recording, take } = session;
    if (!isPresent(session) || !recording) return;
    const { recordingId } = take;
    if (text.trim() || session.commanded) {
      options.onTranscribed({ recording, heard: { recordingId, text, heard, doubtful } });
    } else options.onNothingHeard(recording);
  }

  function scratchLast(): void {
    const last = newest && isPresent(newest) ? lastStretch(newest.take) : null;
    if (!newest || !last) {
      failed('Nothing to Scratch', 'No dictated words are left to take away.');
    } else if (takeAway(newest, last)) {
      newest.take = scratch(newest.take);
    } else {
      failed('Not Scratched', 'The last words were edited since they were put in. Delete them by hand.');
    }
  }

  function takeAway({ take, inserted }: Session, { words, place }: { words: string; place: Place }): boolean {
    if (place === 'preview') {
      const shrunk = shrink(study().transcript, take.recordingId, words);
      if (shrunk) change(studies.takeScratched(history.get(), shrunk));
      return shrunk !== null;
    }
    const last = inserted.at(-1);
    if (!last || !page?.remove(last)) return false;
    inserted.pop();
    return true;
  }

  return {
    live,
    target,

    attach(attached) {
      page = attached;
      return () => {
        if (page === attached) page = null;
      };
    },

    follow({ id, mimeType }) {
      newest = null;
      live.set(OFF);
      if (!options.isLive()) return null;
      const session: Session = {
        studyId: study().id,
        take: newLiveTake(id),
        inserted: [],
        commanded: false,
        recording: null,
      };
      for (const [earlier, { studyId }] of sessions) if (studyId !== session.studyId) sessions.delete(earlier);
      sessions.set(id, session);
      newest = session;
      live.set({ phase: 'connecting', tentative: '' });
      let link: LiveLink;
      try {
        link = options.openLink(mimeType, {
          onReady: () => show(session, { phase: session.recording ? 'finishing' : 'listening', tentative: '' }),
          onText: (text) => onText(session, text),
          onCommand: (command) => onCommand(session, command),
          onFinal: (transcription) => onFinal(session, transcription),
          onLost: (reason) => show(session, { phase: 'lost', reason }),
        });
      } catch {
        live.set({ phase: 'lost', reason: null });
        return null;
      }
      return {
        chunk: link.send,
        pause: link.pause,
        end(recording) {
          session.recording = recording;
          const state = live.get();
          if (state.phase !== 'off' && state.phase !== 'lost') show(session, { ...state, phase: 'finishing' });
          link.finish();
        },
        drop() {
          link.close();
          show(session, OFF);
        },
      };
    },

    arrival(heard) {
      const { transcript } = study();
      const session = sessions.get(heard.recordingId);
      if (!session || !isPresent(session)) return receive(transcript, heard);
      // Nothing but commands, or all of it scratched.
      if (!heard.text.trim()) return placed(heard);
      if (!session.take.committed.trim()) return receive(transcript, heard);
      const { take } = session;
      const own = takeOf(transcript, heard.recordingId);
      const isAsPut = (own?.transcribed ?? '') === previewText(take);
      const settled = settle(take, heard.text, heard.doubtful);
      const goesOn = settled !== null && (!isWhole(take) || (isAsPut && heard.text.startsWith(take.committed.trim())));
      if (goesOn) {
        if (settled.rest.trim()) putIn(session, settled.rest);
        // The rest may be doubtful as well.
        const marked = isAsPut ? settle(session.take, heard.text, heard.doubtful)?.doubtful : undefined;
        return placed({ ...heard, doubtful: marked ?? [] });
      }
      // What was scratched or put into the report does not come into the preview because it is written otherwise.
      if (!isWhole(take) && endsAlike(take, heard.text)) return placed({ ...heard, doubtful: [] });
      if (!isWhole(take) || !own || own.start === own.end) return { kind: 'edited', heard };
      return receive(transcript, heard);
    },

    scratch: scratchLast,
  };
}
