/** A vault for tests that keeps everything in memory and shows it. */
import type { StoredRecording, StoredStudy, Vault } from './vault';

export interface FakeVault extends Vault {
  /** Everything it holds, as text. */
  readonly contents: () => Promise<string>;
}

export function fakeVault(): FakeVault {
  const recordings = new Map<string, StoredRecording>();
  const chunks = new Map<string, Blob[]>();
  const drafts = new Map<string, { text: string; at: number }>();

  const discardRecording = async (id: string) => {
    recordings.delete(id);
    chunks.delete(id);
  };

  return {
    async begin(recording) {
      recordings.set(recording.id, { ...recording, elapsedMs: 0, transcribed: false });
    },
    async append(id, seq, chunk, elapsedMs) {
      const row = recordings.get(id);
      if (!row) return;
      recordings.set(id, { ...row, elapsedMs });
      const kept = chunks.get(id) ?? [];
      kept[seq] = chunk;
      chunks.set(id, kept);
    },
    async markTranscribed(id) {
      const row = recordings.get(id);
      if (row) recordings.set(id, { ...row, transcribed: true });
    },
    openRecording: async (id) => (chunks.has(id) ? new Blob(chunks.get(id), { type: 'audio/webm' }) : null),
    discardRecording,
    async saveDraft(studyId, text, at) {
      drafts.set(studyId, { text, at });
    },
    openDraft: async (studyId) => drafts.get(studyId)?.text ?? null,
    async discardDraft(studyId) {
      drafts.delete(studyId);
    },
    async discardStudy(studyId) {
      drafts.delete(studyId);
      for (const row of [...recordings.values()]) if (row.studyId === studyId) await discardRecording(row.id);
    },
    async studies() {
      const ids = new Set([...drafts.keys(), ...[...recordings.values()].map(({ studyId }) => studyId)]);
      return [...ids].map((studyId): StoredStudy => {
        const own = [...recordings.values()].filter((row) => row.studyId === studyId);
        const touchedAt = drafts.get(studyId)?.at ?? own[0]?.startedAt ?? 0;
        return { studyId, touchedAt, hasDraft: drafts.has(studyId), recordings: own };
      });
    },
    async contents() {
      const audio = await Promise.all([...chunks.values()].flat().map((chunk) => chunk.text()));
      return JSON.stringify([[...recordings.values()], [...drafts.entries()], audio]);
    },
  };
}
