/**
 * Keeps the study at hand in the browser's vault, so that it survives a crash: the texts a moment after each change,
 * the recordings as they come. Finds what pages that are gone left behind, and what was parked. A vault that fails
 * never stops the work.
 */
import type { LeftRecording } from '@/features/recorder/recorder';
import { createStore, type Store } from '@/lib/store';
import { heldStudies, holdStudy, type Release, studyNews } from '@/lib/vault/liveness';
import type { StoredRecording, StoredStudy, Vault } from '@/lib/vault/vault';
import { draftText, studyOf } from './draft-format';
import { isBlank, type Study } from './study';

/** How long typing must rest before the draft is written. */
const DRAFT_DELAY_MS = 400;

export interface Recovered {
  /** Null when only recordings were kept. */
  readonly study: Study | null;
  readonly recordings: readonly LeftRecording[];
  /** A part of it could not be read. */
  readonly damaged: boolean;
  /** A recording could be read up to a place, and not to its end. */
  readonly endMissing: boolean;
}

export interface ParkedStudy {
  readonly stored: StoredStudy;
  /** Null when its texts cannot be read. */
  readonly study: Study | null;
}

export interface StudyKeeping {
  /** What a page that is gone left behind, the newest first. */
  readonly abandoned: Store<readonly StoredStudy[]>;
  /** What was put aside, the newest first. */
  readonly parked: Store<readonly ParkedStudy[]>;
  /** Makes the study this page's own; false when another page has it. */
  readonly hold: (studyId: string) => Promise<boolean>;
  /** It is free to be taken up by any page. */
  readonly letGo: (studyId: string) => Promise<void>;
  readonly search: () => Promise<void>;
  /** Rejects when nothing of it can be read. */
  readonly recover: (found: StoredStudy) => Promise<Recovered>;
  readonly discard: (studyId: string) => Promise<void>;
  /** Discards what was found, unless another page has taken it up since. */
  readonly discardFound: (found: StoredStudy) => Promise<void>;
  /** Writes the texts soon. */
  readonly keepDraft: (study: Study) => void;
  /** Writes them now. */
  readonly flush: () => Promise<void>;
  /** Stores the study whole, as put aside. Rejects when a part of it could not be stored. */
  readonly park: (study: Study, recordings: readonly LeftRecording[]) => Promise<void>;
  /** Stores the recordings that are not stored whole. */
  readonly secure: (studyId: string, recordings: readonly LeftRecording[]) => Promise<void>;
  /** The texts were changed and are not in the vault: closing the page would lose them. */
  readonly isUnwritten: () => boolean;
  readonly beginRecording: (recording: Omit<StoredRecording, 'elapsedMs' | 'transcribed'>) => Promise<void>;
  readonly appendChunk: Vault['append'];
  /** The texts are written first: a recording is done with when its words are stored, and not before. */
  readonly markTranscribed: (recordingId: string) => Promise<void>;
  readonly discardRecording: (recordingId: string) => Promise<void>;
  /** Lets go of everything; what is stored of it is then free to be recovered. */
  readonly close: () => Promise<void>;
}

export function createStudyKeeping(open: () => Promise<Vault>, now: () => number = Date.now): StudyKeeping {
  const abandoned = createStore<readonly StoredStudy[]>([]);
  const parked = createStore<readonly ParkedStudy[]>([]);
  const held = new Map<string, Release>();
  let opened: Promise<Vault> | null = null;
  let draft: Study | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = Promise.resolve();
  let writeFailed = false;
  let holding: Promise<unknown> = Promise.resolve();
  const news = studyNews(() => void search().catch(() => undefined));

  /** A vault that could not be opened is tried again next time. */
  function vault(): Promise<Vault> {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** What is written and what is discarded, one after the other: what was asked for last is what stands. */
  function next(work: () => Promise<void>): Promise<void> {
    const result = written.then(work);
    written = result.catch(() => undefined);
    return result;
  }

  function flush(): Promise<void> {
    const study = takeDraft();
    if (study) void next(() => attempt(study));
    return written;
  }

  function takeDraft(): Study | null {
    clearTimeout(timer);
    const study = draft;
    draft = null;
    return study;
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
    else await store.saveDraft(study.id, draftText(study), now());
  }

  async function search(): Promise<void> {
    const store = await vault();
    const [studies, elsewhere] = await Promise.all([store.studies(), heldStudies()]);
    const free = studies.filter(({ studyId }) => !held.has(studyId) && !elsewhere.has(studyId));
    const aside = free
      .filter(({ parkedAt }) => parkedAt !== null)
      .sort((a, b) => (b.parkedAt ?? 0) - (a.parkedAt ?? 0));
    const read = async (stored: StoredStudy): Promise<ParkedStudy> => {
      const text = await store.openDraft(stored.studyId).catch(() => null);
      return { stored, study: text === null ? null : studyOf(text) };
    };
    parked.set(await Promise.all(aside.map(read)));
    abandoned.set(free.filter((study) => study.parkedAt === null && isWorthIt(study)));
  }

  async function take(studyId: string): Promise<boolean> {
    if (held.has(studyId)) return true;
    const release = await holdStudy(studyId);
    if (release) held.set(studyId, release);
    return release !== null;
  }

  async function discard(studyId: string): Promise<void> {
    if (draft?.id === studyId) takeDraft();
    await next(() => vault().then((store) => store.discardStudy(studyId)));
    abandoned.set(abandoned.get().filter((each) => each.studyId !== studyId));
    parked.set(parked.get().filter(({ stored }) => stored.studyId !== studyId));
    news.tell();
  }

  /** What could not be stored as it came is stored again, whole. */
  async function secure(studyId: string, recordings: readonly LeftRecording[]): Promise<void> {
    const store = await vault();
    for (const { recording, transcribed } of recordings) {
      const { id, startedAt, seconds, audio, continues } = recording;
      if ((await store.storedBytes(id)) === audio.size) continue;
      await store.discardRecording(id);
      await store.begin({ id, startedAt, mimeType: audio.type, studyId, continues });
      await store.append(id, 0, audio, seconds * 1000);
      if (transcribed) await store.markTranscribed(id);
    }
  }

  return {
    abandoned,
    parked,

    /** One after the other, so that two that are asked for at once do not both go to the browser. */
    hold(studyId) {
      const taken = holding.then(() => take(studyId));
      holding = taken.catch(() => undefined);
      return taken;
    },

    async letGo(studyId) {
      const release = held.get(studyId);
      held.delete(studyId);
      // Other pages look as soon as they hear of it.
      await release?.();
      news.tell();
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
      const opened = await Promise.all(recordings.map((stored) => read(openRecording(store, stored), null)));
      const found = opened.filter((each) => each !== null);
      const heard = found.map(({ left }) => left);
      const endMissing = found.some((each) => each.endMissing);
      const study = text === null ? null : studyOf(text);
      if (text !== null && study === null) throw new Error('the draft was written by another release');
      if (damaged && study === null && heard.length === 0) throw new Error('nothing of the study could be read');
      return { study, recordings: heard, damaged, endMissing };
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

    async park(study, recordings) {
      // A draft that waits to be written would take the mark away again.
      if (draft?.id === study.id) takeDraft();
      else void flush();
      await next(async () => {
        const store = await vault();
        await secure(study.id, recordings);
        await store.saveDraft(study.id, draftText(study), now(), now());
        writeFailed = false;
        const transcribed = recordings.filter((each) => each.transcribed);
        await Promise.all(transcribed.map(({ recording }) => store.markTranscribed(recording.id)));
      });
    },

    secure,
    isUnwritten: () => draft !== null || writeFailed,
    beginRecording: (recording) => next(() => vault().then((store) => store.begin(recording))),
    appendChunk: (id, seq, chunk, elapsedMs) => vault().then((store) => store.append(id, seq, chunk, elapsedMs)),
    async markTranscribed(id) {
      await flush();
      if (!writeFailed) await vault().then((store) => store.markTranscribed(id));
    },
    discardRecording: (id) => vault().then((store) => store.discardRecording(id)),

    async close() {
      await flush();
      const releases = [...held.values()];
      held.clear();
      await Promise.all(releases.map((release) => release()));
      news.tell();
      news.close();
    },
  };
}

/** A page that died in the first second of a recording left nothing to hear. */
function isWorthIt({ hasDraft, recordings }: StoredStudy): boolean {
  return hasDraft || recordings.some(({ elapsedMs }) => elapsedMs > 0);
}

async function openRecording(
  store: Vault,
  stored: StoredRecording,
): Promise<{ left: LeftRecording; endMissing: boolean } | null> {
  const opened = await store.openRecording(stored.id);
  if (!opened) return null;
  const { audio, endMissing } = opened;
  const { id, startedAt, elapsedMs, transcribed, continues } = stored;
  const recording = { id, startedAt, seconds: Math.round(elapsedMs / 1000), audio, continues };
  return { left: { recording, transcribed }, endMissing };
}
