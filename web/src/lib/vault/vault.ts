/**
 * What the browser keeps of studies that are not finished: recordings as their chunks come, and the texts as a draft,
 * which may be parked. Contents are sealed; beside them stand only ids, times and the recording format. Each user sees
 * only their own.
 *
 * The database stays at its first version: a field that only newer pages write is left out by older ones, and a page of
 * an earlier release that is still open in another tab can block nobody's storage.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { SEAL_BYTES, type Seal } from './seal';

export interface StoredRecording {
  readonly id: string;
  readonly studyId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly mimeType: string;
  readonly elapsedMs: number;
  readonly transcribed: boolean;
  /** The recording that it goes on from without a break; missing for one that stands alone. */
  readonly continues?: string;
}

/** What could be read of a recording. */
export interface StoredAudio {
  readonly audio: Blob;
  /** What came after it is stored, and cannot be read. */
  readonly endMissing: boolean;
}

export interface StoredStudy {
  readonly studyId: string;
  /** When it was last touched, in milliseconds since 1970. */
  readonly touchedAt: number;
  readonly hasDraft: boolean;
  /** When it was put aside, in milliseconds since 1970; null when it was not. */
  readonly parkedAt: number | null;
  readonly recordings: readonly StoredRecording[];
}

export interface Vault {
  begin: (recording: Omit<StoredRecording, 'elapsedMs' | 'transcribed'>) => Promise<void>;
  append: (recordingId: string, seq: number, chunk: Blob, elapsedMs: number) => Promise<void>;
  markTranscribed: (recordingId: string) => Promise<void>;
  /** The audio so far, up to what cannot be read; fails when nothing can. */
  openRecording: (recordingId: string) => Promise<StoredAudio | null>;
  /** How much of the audio is stored. */
  storedBytes: (recordingId: string) => Promise<number>;
  discardRecording: (recordingId: string) => Promise<void>;
  /** `parkedAt` marks it as put aside; without it the mark is taken away. */
  saveDraft: (studyId: string, draft: string, at: number, parkedAt?: number) => Promise<void>;
  openDraft: (studyId: string) => Promise<string | null>;
  discardDraft: (studyId: string) => Promise<void>;
  /** Draft and recordings. */
  discardStudy: (studyId: string) => Promise<void>;
  /** Everything of this user, the newest first. */
  studies: () => Promise<readonly StoredStudy[]>;
}

type RecordingRow = StoredRecording & { readonly userId: string };
type ChunkRow = { readonly recordingId: string; readonly seq: number; readonly sealed: ArrayBuffer };
type DraftRow = {
  readonly studyId: string;
  readonly userId: string;
  readonly savedAt: number;
  /** Missing in rows of releases that could not park. */
  readonly parkedAt?: number;
  readonly sealed: ArrayBuffer;
};

interface Schema extends DBSchema {
  recordings: { key: string; value: RecordingRow; indexes: { userId: string } };
  chunks: { key: [string, number]; value: ChunkRow };
  drafts: { key: string; value: DraftRow; indexes: { userId: string } };
}

export const DATABASE = 'readout';

export async function openVault(userId: string, seal: Seal): Promise<Vault> {
  const database = await openDB<Schema>(DATABASE, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('recordings', { keyPath: 'id' }).createIndex('userId', 'userId');
      fresh.createObjectStore('chunks', { keyPath: ['recordingId', 'seq'] });
      fresh.createObjectStore('drafts', { keyPath: 'studyId' }).createIndex('userId', 'userId');
    },
  });
  return vaultIn(database, userId, seal);
}

function vaultIn(database: IDBPDatabase<Schema>, userId: string, seal: Seal): Vault {
  const ownRecordings = () => database.getAllFromIndex('recordings', 'userId', userId);
  const ownDrafts = () => database.getAllFromIndex('drafts', 'userId', userId);

  async function discardRecording(recordingId: string): Promise<void> {
    const transaction = database.transaction(['recordings', 'chunks'], 'readwrite');
    await Promise.all([
      transaction.objectStore('recordings').delete(recordingId),
      transaction.objectStore('chunks').delete(chunksOf(recordingId)),
      transaction.done,
    ]);
  }

  return {
    async begin(recording) {
      await database.put('recordings', { ...recording, userId, elapsedMs: 0, transcribed: false });
    },

    async append(recordingId, seq, chunk, elapsedMs) {
      // Read and sealed before the transaction opens: one that idles commits by itself.
      const sealed = await seal.close(await chunk.arrayBuffer(), chunkName(userId, recordingId, seq));
      const transaction = database.transaction(['recordings', 'chunks'], 'readwrite', { durability: 'strict' });
      const row = await transaction.objectStore('recordings').get(recordingId);
      if (row) {
        void transaction.objectStore('chunks').put({ recordingId, seq, sealed });
        void transaction.objectStore('recordings').put({ ...row, elapsedMs });
      }
      await transaction.done;
    },

    async markTranscribed(recordingId) {
      const transaction = database.transaction('recordings', 'readwrite');
      const row = await transaction.store.get(recordingId);
      if (row) void transaction.store.put({ ...row, transcribed: true });
      await transaction.done;
    },

    async openRecording(recordingId) {
      const row = await database.get('recordings', recordingId);
      if (row?.userId !== userId) return null;
      const chunks = await database.getAll('chunks', chunksOf(recordingId));
      const opened = await Promise.allSettled(
        chunks.map(({ seq, sealed }) => seal.open(sealed, chunkName(userId, recordingId, seq))),
      );
      const parts: ArrayBuffer[] = [];
      for (const part of opened) {
        // What reads it reads from the beginning: what follows a gap is lost with it.
        if (part.status === 'rejected') break;
        parts.push(part.value);
      }
      if (chunks.length > 0 && parts.length === 0) throw new Error('nothing of the recording could be read');
      const endMissing = parts.length < chunks.length;
      return parts.length > 0 ? { audio: new Blob(parts, { type: row.mimeType }), endMissing } : null;
    },

    async storedBytes(recordingId) {
      const chunks = await database.getAll('chunks', chunksOf(recordingId));
      return chunks.reduce((sum, { sealed }) => sum + sealed.byteLength - SEAL_BYTES, 0);
    },

    discardRecording,

    async saveDraft(studyId, draft, at, parkedAt) {
      const sealed = await seal.close(new TextEncoder().encode(draft), draftName(userId, studyId));
      const row = { studyId, userId, savedAt: at, sealed, ...(parkedAt !== undefined && { parkedAt }) };
      const transaction = database.transaction('drafts', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(row), transaction.done]);
    },

    async openDraft(studyId) {
      const row = await database.get('drafts', studyId);
      if (row?.userId !== userId) return null;
      return new TextDecoder().decode(await seal.open(row.sealed, draftName(userId, studyId)));
    },

    discardDraft: (studyId) => database.delete('drafts', studyId),

    async discardStudy(studyId) {
      const recordings = (await ownRecordings()).filter((recording) => recording.studyId === studyId);
      await Promise.all([database.delete('drafts', studyId), ...recordings.map(({ id }) => discardRecording(id))]);
    },

    async studies() {
      const [recordings, drafts] = await Promise.all([ownRecordings(), ownDrafts()]);
      const ids = new Set([...recordings, ...drafts].map(({ studyId }) => studyId));
      return [...ids]
        .map((studyId) => storedStudy(studyId, recordings, drafts))
        .sort((a, b) => b.touchedAt - a.touchedAt);
    },
  };
}

function storedStudy(studyId: string, recordings: readonly RecordingRow[], drafts: readonly DraftRow[]): StoredStudy {
  const draft = drafts.find((each) => each.studyId === studyId);
  const own = recordings.filter((each) => each.studyId === studyId).sort((a, b) => a.startedAt - b.startedAt);
  const touchedAt = Math.max(draft?.savedAt ?? 0, ...own.map(({ startedAt, elapsedMs }) => startedAt + elapsedMs));
  return { studyId, touchedAt, hasDraft: draft !== undefined, parkedAt: draft?.parkedAt ?? null, recordings: own };
}

function chunksOf(recordingId: string): IDBKeyRange {
  return IDBKeyRange.bound([recordingId, 0], [recordingId, Number.POSITIVE_INFINITY]);
}

function chunkName(userId: string, recordingId: string, seq: number): string {
  return `recording/${userId}/${recordingId}/${seq}`;
}

function draftName(userId: string, studyId: string): string {
  return `draft/${userId}/${studyId}`;
}
