/**
 * Keeps the study at hand in the browser's vault, so that it survives a crash: the texts a moment after each change,
 * the recordings as they come. Finds what pages that are gone left behind. A vault that fails never stops the work.
 */
import type { Recording } from '@/features/recorder/recorder-state';
import { openTranscript } from '@/features/workspace/transcript';
import { createStore, type Store } from '@/lib/store';
import { heldStudies, holdStudy } from '@/lib/vault/liveness';
import type { StoredRecording, StoredStudy, Vault } from '@/lib/vault/vault';
import { isBlank, type Study } from './study';

/** How long typing must rest before the draft is written. */
const DRAFT_DELAY_MS = 400;
const DRAFT_VERSION = 1;

export interface Recovered {
  /** Null when only recordings were kept. */
  readonly study: Study | null;
  readonly recordings: readonly { readonly recording: Recording; readonly transcribed: boolean }[];
  /** A part of it could not be read. */
  readonly damaged: boolean;
}

export interface StudyKeeping {
  /** What a page that is gone left behind, the newest first. */
  readonly abandoned: Store<readonly StoredStudy[]>;
  /** Makes the study this page's own; false when another page has it. */
  readonly hold: (studyId: string) => Promise<boolean>;
  readonly search: () => Promise<void>;
  readonly recover: (found: StoredStudy) => Promise<Recovered | null>;
  readonly discard: (studyId: string) => Promise<void>;
  /** Discards what was found, unless another page has taken it up since. */
  readonly discardFound: (found: StoredStudy) => Promise<void>;
  /** Writes the texts soon. */
  readonly keepDraft: (study: Study) => void;
  /** Writes them now. */
  readonly flush: () => Promise<void>;
  /** The texts were changed and are not in the vault: closing the page would lose them. */
  readonly isUnwritten: () => boolean;
  readonly beginRecording: (recording: Omit<StoredRecording, 'elapsedMs' | 'transcribed'>) => Promise<void>;
  readonly appendChunk: Vault['append'];
  readonly markTranscribed: (recordingId: string) => Promise<void>;
  readonly discardRecording: (recordingId: string) => Promise<void>;
  /** Lets go of the study; what is stored of it is then free to be recovered. */
  readonly close: () => Promise<void>;
}

export function createStudyKeeping(open: () => Promise<Vault>, now: () => number = Date.now): StudyKeeping {
  const abandoned = createStore<readonly StoredStudy[]>([]);
  let opened: Promise<Vault> | null = null;
  let release: (() => void) | null = null;
  let heldId: string | null = null;
  let draft: Study | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = Promise.resolve();
  let writeFailed = false;
  let holding: Promise<unknown> = Promise.resolve();

  /** A vault that could not be opened is tried again next time. */
  function vault(): Promise<Vault> {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    const study = draft;
    draft = null;
    if (study) written = written.then(() => attempt(study));
    return written;
  }

  async function attempt(study: Study): Promise<void> {
    writeFailed = await write(study).then(
      () => false,
      () => true,
    );
  }

  async function write(study: Study): Promise<void> {
    const store = await vault();
    if (isBlank(study)) await store.discardDraft(study.id);
    else await store.saveDraft(study.id, JSON.stringify({ version: DRAFT_VERSION, study }), now());
  }

  async function search(): Promise<void> {
    const [studies, held] = await Promise.all([vault().then((store) => store.studies()), heldStudies()]);
    abandoned.set(studies.filter((study) => isWorthIt(study) && study.studyId !== heldId && !held.has(study.studyId)));
  }

  async function take(studyId: string): Promise<boolean> {
    if (studyId === heldId) return true;
    const next = await holdStudy(studyId);
    if (!next) return false;
    release?.();
    release = next;
    heldId = studyId;
    return true;
  }

  async function discard(studyId: string): Promise<void> {
    if (draft?.id === studyId) draft = null;
    await written;
    await vault().then((store) => store.discardStudy(studyId));
    abandoned.set(abandoned.get().filter((each) => each.studyId !== studyId));
  }

  return {
    abandoned,

    /** One after the other: the last one asked for is the one that is held. */
    hold(studyId) {
      const held = holding.then(() => take(studyId));
      holding = held.catch(() => undefined);
      return held;
    },

    search: () => search().catch(() => undefined),

    async recover({ studyId, recordings }) {
      const store = await vault();
      let damaged = false;
      // One part that cannot be read does not take the others with it.
      const read = <T>(part: Promise<T>, nothing: T) =>
        part.catch(() => {
          damaged = true;
          return nothing;
        });
      const text = await read(store.openDraft(studyId), null);
      const opened = await Promise.all(recordings.map((stored) => read(openRecording(store, stored), [])));
      const heard = opened.flat();
      if (damaged && text === null && heard.length === 0) throw new Error('nothing of the study could be read');
      return { study: text === null ? null : studyOf(text), recordings: heard, damaged };
    },

    discard,

    async discardFound({ studyId }) {
      const letGo = await holdStudy(studyId);
      if (!letGo) return search();
      await discard(studyId).finally(letGo);
    },

    keepDraft(study) {
      if (draft && draft.id !== study.id) void flush();
      draft = study;
      clearTimeout(timer);
      timer = setTimeout(flush, DRAFT_DELAY_MS);
    },

    flush,
    isUnwritten: () => draft !== null || writeFailed,
    beginRecording: (recording) => vault().then((store) => store.begin(recording)),
    appendChunk: (id, seq, chunk, elapsedMs) => vault().then((store) => store.append(id, seq, chunk, elapsedMs)),
    markTranscribed: (id) => vault().then((store) => store.markTranscribed(id)),
    discardRecording: (id) => vault().then((store) => store.discardRecording(id)),

    async close() {
      await flush();
      release?.();
      release = null;
      heldId = null;
    },
  };
}

/** A page that died in the first second of a recording left nothing to hear. */
function isWorthIt({ hasDraft, recordings }: StoredStudy): boolean {
  return hasDraft || recordings.some(({ elapsedMs }) => elapsedMs > 0);
}

async function openRecording(store: Vault, stored: StoredRecording): Promise<Recovered['recordings']> {
  const audio = await store.openRecording(stored.id);
  if (!audio) return [];
  const { id, startedAt, elapsedMs, transcribed } = stored;
  return [{ recording: { id, startedAt, seconds: Math.round(elapsedMs / 1000), audio }, transcribed }];
}

/** The draft as it was written by this version; null from another one. */
function studyOf(text: string): Study | null {
  const { version, study } = JSON.parse(text) as { version: number; study: Study };
  if (version !== DRAFT_VERSION) return null;
  // Drafts from before impressions said what they leave out have no such list.
  return { ...study, transcript: openTranscript(study.transcript), leftOut: study.leftOut ?? [] };
}

/** What the notice shows of a study that was left behind. */
export function abandonedSummary({ recordings, touchedAt }: StoredStudy): { seconds: number | null; from: number } {
  const waiting = recordings.filter(({ transcribed }) => !transcribed);
  const last = waiting.at(-1);
  return last
    ? { seconds: Math.round(last.elapsedMs / 1000), from: last.startedAt }
    : { seconds: null, from: touchedAt };
}
