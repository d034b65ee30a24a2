/**
 * Live dictation: words come while they are spoken, into the preview or at the report's caret, and a stretch that is a
 * command is carried out. Without a connection, or when it is lost, the recording goes on and is transcribed at its end.
 */
import type { Transcription } from '@/api/types';
import type { LinkListeners, LiveLink, LiveText, OpenLink, SpokenCommand } from '@/features/recorder/live-link';
import type { Recording } from '@/features/recorder/recorder-state';
import type { TakeDetails, TakeFollower } from '@/features/recorder/take';
import type { Inserted } from '@/features/report/report-editor';
import type { Correction, LiveTake, Place } from '@/features/workspace/live-take';
import * as liveTakes from '@/features/workspace/live-take';
import { correctionIn } from '@/features/workspace/report-words';
import {
  type Arrival,
  annotate,
  grow,
  type Heard,
  receive,
  shrink,
  type Take,
  type Transcript,
  takeOf,
} from '@/features/workspace/transcript';
import { createStore, type Store } from '@/lib/store';
import type { TextRange } from '@/lib/text-change';
import { type Desk, failed, type Transcribed } from './desk';
import * as studies from './study';

export type LiveState =
  /** Nobody listens: there is no recording, or its text comes at the end. */
  | { readonly phase: 'off' }
  | { readonly phase: 'connecting' | 'listening' | 'finishing'; readonly tentative: string }
  /** The text comes at the end after all: by itself when somebody had listened, else when it is asked for. */
  | { readonly phase: 'lost'; readonly reason: string | null; readonly bySelf: boolean };

/** What the page does for a dictation. */
export interface DictationPage {
  /** Puts words at the report's caret; null when that is not possible now. */
  readonly insert: (words: string) => Inserted | null;
  /** Takes away what was put there; false when it does not stand there any more. */
  readonly remove: (inserted: Inserted) => boolean;
  /** Replaces a part of the report; false when that is not possible now. */
  readonly correct: (place: TextRange, words: string) => boolean;
  readonly command: (spoken: SpokenCommand) => void;
}

export interface Dictation {
  readonly live: Store<LiveState>;
  /** Where the next words go. */
  readonly target: Store<Place>;
  /** Ties the page to it; returns what unties it. */
  readonly attach: (page: DictationPage) => () => void;
  readonly follow: (take: TakeDetails) => TakeFollower | null;
  /** Where a transcription of a whole take belongs, given what of it was put in while it was spoken. */
  readonly arrival: (heard: Heard) => Arrival;
  /** Takes away the stretch that was put in last, or the last sentence of it. */
  readonly scratch: () => void;
  /** When the last words of a take that has ended stand in the study, or will not come: in a moment at the most. */
  readonly settled: () => Promise<void>;
  /** Another study takes the place of this one: words that are still to come go nowhere. */
  readonly forget: () => void;
}

interface DictationOptions {
  readonly isLive: () => boolean;
  readonly openLink: OpenLink;
  /** The whole of a live take is known. */
  readonly onTranscribed: (transcribed: Transcribed) => void;
  readonly onNothingHeard: (recording: Recording) => void;
  /** A take that was listened to has ended, and its last words will not come: the line was lost. */
  readonly onUnheard: (recording: Recording) => void;
}

/** A take of this page that is, or was, followed live. Which of its words went where stands in the study. */
interface Session {
  readonly recordingId: string;
  readonly continues: string | undefined;
  /** What went into the report, the last one last. */
  readonly inserted: Inserted[];
  /** The take that it goes on from. */
  readonly before: Session | null;
  /** The take that goes on from it, whichever is the newest by then: its words may wait for the last ones of this. */
  next: Session | null;
  /** What came while the last words of the take before were still to come; null when it need not wait. */
  held: (() => void)[] | null;
  commanded: boolean;
  recording: Recording | null;
  /** Somebody listened: whoever speaks expects the words without asking for them. */
  listened: boolean;
  /** No more words will come. */
  over: boolean;
}

const OFF: LiveState = { phase: 'off' };
/** The last words come within a second where all is well; whoever waits for them has another patient. */
const LAST_WORDS_MS = 3_000;

export function createDictation({ study, history, change, activity }: Desk, options: DictationOptions): Dictation {
  const live = createStore<LiveState>(OFF);
  const target = createStore<Place>('preview');
  /** All of them belong to the study at hand. */
  const links = new Map<LiveLink, Session>();
  let newest: Session | null = null;
  let page: DictationPage | null = null;

  const show = (session: Session, state: LiveState) => {
    if (session === newest) live.set(state);
  };
  const presentTake = (id: string, continues?: string) =>
    study().live.find(({ recordingId }) => recordingId === id) ?? liveTakes.newLiveTake(id, continues);

  /** The sessions of this recording, the newest first. */
  function* sessions(): Generator<Session> {
    for (let session = newest; session; session = session.before) yield session;
  }

  /** Words stand in the order in which they were spoken: those of the take before come first. */
  function inTurn(session: Session, work: () => void): void {
    if (session.held) session.held.push(work);
    else work();
  }

  function finish(session: Session, state: LiveState): void {
    session.over = true;
    show(session, state);
    const { next } = session;
    if (!next) return;
    const held = next.held ?? [];
    next.held = null;
    for (const work of held) work();
  }

  function lose(session: Session, reason: string | null): void {
    finish(session, { phase: 'lost', reason, bySelf: session.listened });
    askForWhole(session);
  }

  function askForWhole({ listened, recording }: Session): void {
    if (listened && recording) options.onUnheard(recording);
  }

  function putIn(take: () => LiveTake, words: string): void {
    for (const sentence of liveTakes.sentencesOf(words)) putInSentence(take(), sentence);
  }

  function putInSentence(take: LiveTake, words: string): void {
    // A report that is being written over is no place for words. A line that begins is one, a space alone is none.
    const wantsReport = target.get() === 'report' && activity.get().running !== 'structure' && /\S|\n/.test(words);
    const inserted = wantsReport ? (page?.insert(words) ?? null) : null;
    if (inserted) noteInserted(take, words, inserted);
    else change(studies.takeLive(history.get(), grow(study().transcript, take, words)));
    change(studies.noteLive(history.get(), liveTakes.put(take, words, inserted ? 'report' : 'preview')));
  }

  function noteInserted({ recordingId, committed }: LiveTake, words: string, inserted: Inserted): void {
    change(studies.noteReportWords(history.get(), { recordingId, from: committed.length, words, ...inserted }));
    for (const session of sessions()) if (session.recordingId === recordingId) session.inserted.push(inserted);
  }

  /** A take all of which is in the preview is written anew there, unless what stands there was edited. */
  function instead(own: Take | undefined, heard: Heard): Arrival {
    const isGone = !own || own.start === own.end;
    return isGone ? { kind: 'edited', heard } : receive(study().transcript, heard);
  }

  /** Makes a correction where its words stand; false when they were edited since. */
  function carryOut(take: LiveTake, correction: Correction): boolean {
    const inPreview = () => studies.correctPreview(history.get(), take, correction);
    const next = correction.place === 'preview' ? inPreview() : correctReport(take, correction);
    if (next) change(next);
    return next !== null;
  }

  function correctReport(take: LiveTake, correction: Correction): studies.StudyHistory | null {
    const { reportWords, report } = study();
    const found = correctionIn(reportWords, report, take, correction);
    const isMade = found && activity.get().running !== 'structure' && page?.correct(found.place, found.change.words);
    return isMade ? studies.reportCorrected(history.get(), take, found) : null;
  }

  /** What the whole of a take says otherwise goes where its words stand; both are offered where they were edited. */
  function corrected(heard: Heard): Arrival {
    const { recordingId, text, doubtful } = heard;
    const present = () => presentTake(recordingId, heard.continues);
    const settled = liveTakes.settle(present(), text, doubtful);
    // The last one first: what stands before it stays where it is.
    const left = settled?.corrections.toReversed().filter((correction) => !carryOut(present(), correction));
    if (!settled || left?.length) return { kind: 'edited', heard };
    if (settled.rest.trim()) putIn(present, settled.rest);
    return { kind: 'placed', transcript: marked(heard) };
  }

  /** The preview with what is known of a take now. What is doubtful of it is marked in the report as well. */
  function marked(heard: Heard): Transcript {
    const take = presentTake(heard.recordingId, heard.continues);
    const doubtful = liveTakes.settle(take, heard.text, heard.doubtful)?.doubtful ?? [];
    change(studies.markReport(history.get(), heard.recordingId, doubtful));
    const put = takeOf(study().transcript, heard.recordingId)?.transcribed ?? '';
    return annotate(study().transcript, { ...heard, doubtful: liveTakes.inPreview(take, put, doubtful) });
  }

  function onText(session: Session, { committed, tentative }: LiveText): void {
    const present = () => presentTake(session.recordingId, session.continues);
    const words = liveTakes.growth(present(), committed);
    if (words) putIn(present, words);
    show(session, { phase: session.recording ? 'finishing' : 'listening', tentative });
  }

  function onCommand(session: Session, command: SpokenCommand): void {
    session.commanded = true;
    if (command.name === 'scratch') {
      scratchLast();
      return;
    }
    const { recordingId, continues } = session;
    change(studies.noteLive(history.get(), liveTakes.commanded(presentTake(recordingId, continues))));
    page?.command(command);
  }

  function onFinal(session: Session, { text, heard, doubtful, takenBack }: Transcription): void {
    const { recording, recordingId } = session;
    if (recording && (text.trim() || session.commanded)) {
      const { continues } = recording;
      options.onTranscribed({ recording, heard: { recordingId, continues, text, heard, doubtful, takenBack } });
    } else if (recording) options.onNothingHeard(recording);
    finish(session, OFF);
  }

  function scratchLast(): void {
    for (const session of sessions()) {
      const take = presentTake(session.recordingId);
      const last = liveTakes.lastStretch(take);
      if (!last) continue;
      if (!takeAway(session, take, last)) {
        failed('Not Scratched', 'The last words were edited since they were put in. Delete them by hand.');
      }
      return;
    }
    failed('Nothing to Scratch', 'No dictated words are left to take away.');
  }

  function takeAway({ inserted }: Session, take: LiveTake, { words, place }: { words: string; place: Place }): boolean {
    const scratched = liveTakes.scratch(take);
    if (place === 'preview') {
      const shrunk = shrink(study().transcript, take.recordingId, words);
      if (shrunk) change(studies.takeScratched(history.get(), shrunk, scratched));
      return shrunk !== null;
    }
    const last = inserted.at(-1);
    if (!last || !page?.remove(last)) return false;
    inserted.pop();
    change(studies.noteLive(history.get(), scratched));
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

    follow({ id, mimeType, continues }) {
      const before = newest?.recordingId === continues ? newest : null;
      newest = null;
      live.set(OFF);
      if (!options.isLive()) return null;
      const session: Session = {
        recordingId: id,
        continues,
        inserted: [],
        before,
        next: null,
        held: before && !before.over ? [] : null,
        commanded: false,
        recording: null,
        listened: false,
        over: false,
      };
      if (before) before.next = session;
      newest = session;
      live.set({ phase: 'connecting', tentative: '' });
      let link: LiveLink;
      try {
        const listeners: LinkListeners = {
          onReady: () => {
            session.listened = true;
            show(session, { phase: session.recording ? 'finishing' : 'listening', tentative: '' });
          },
          onText: (text) => inTurn(session, () => onText(session, text)),
          onCommand: (command) => inTurn(session, () => onCommand(session, command)),
          onFinal: (transcription) => inTurn(session, () => onFinal(session, transcription)),
          onLost: (reason) => inTurn(session, () => lose(session, reason)),
        };
        link = options.openLink(mimeType, listeners, { takeId: id });
      } catch {
        lose(session, null);
        return null;
      }
      links.set(link, session);
      return {
        chunk: link.send,
        pause: link.pause,
        end(recording) {
          session.recording = recording;
          const state = live.get();
          if (state.phase !== 'off' && state.phase !== 'lost') show(session, { ...state, phase: 'finishing' });
          if (session.over) askForWhole(session);
          else link.finish();
        },
        drop() {
          link.close();
          if (session.held) session.held = [];
          finish(session, OFF);
        },
      };
    },

    arrival(heard) {
      const { transcript } = study();
      // Nothing but commands, or all of it scratched.
      if (!heard.text.trim()) return { kind: 'placed', transcript: annotate(transcript, heard) };
      const take = presentTake(heard.recordingId, heard.continues);
      if (!take.committed.trim()) return receive(transcript, heard);
      const own = takeOf(transcript, heard.recordingId);
      const goesOn = own?.transcribed === liveTakes.previewText(take) && heard.text.startsWith(take.committed.trim());
      const arrived = liveTakes.isWhole(take) && !goesOn ? instead(own, heard) : corrected(heard);
      // As long as the radiologist has not decided, what stands there has its marks.
      if (arrived.kind === 'edited') {
        const preview = marked(heard);
        if (own) change(studies.takeLive(history.get(), preview));
      }
      return arrived;
    },

    scratch: scratchLast,

    settled: () =>
      new Promise((resolve) => {
        const isOver = () => !('tentative' in live.get());
        if (isOver()) return resolve();
        const stop = live.subscribe(() => {
          if (isOver()) done();
        });
        const limit = setTimeout(done, LAST_WORDS_MS);
        function done(): void {
          stop();
          clearTimeout(limit);
          resolve();
        }
      }),

    forget() {
      for (const [link, session] of links) {
        link.close();
        // What waits must not come when the take before it is dropped.
        session.next = null;
      }
      links.clear();
      newest = null;
      live.set(OFF);
      target.set('preview');
    },
  };
}
