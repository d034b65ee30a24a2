/** A vault and a report shelf for tests: they keep everything in memory, and the vault shows it. */
import type { ReportShelf } from './report-shelf';
import type { StoredRecording, StoredStudy, Vault } from './vault';

export interface FakeVault extends Vault {
  /** Everything it holds, as text. */
  readonly contents: () => Promise<string>;
}

export function fakeVault(): FakeVault {
  const recordings = new Map<string, StoredRecording>();
  const chunks = new Map<string, Blob[]>();
  const drafts = new Map<string, { text: string; at: number; parkedAt: number | null }>();

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
    openRecording: async (id) =>
      chunks.has(id) ? { audio: new Blob(chunks.get(id), { type: 'audio/webm' }), endMissing: false } : null,
    storedBytes: async (id) => (chunks.get(id) ?? []).reduce((sum, chunk) => sum + chunk.size, 0),
    discardRecording,
    async saveDraft(studyId, text, at, parkedAt) {
      drafts.set(studyId, { text, at, parkedAt: parkedAt ?? null });
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
        const parkedAt = drafts.get(studyId)?.parkedAt ?? null;
        return { studyId, touchedAt, hasDraft: drafts.has(studyId), parkedAt, recordings: own };
      });
    },
    async contents() {
      const audio = await Promise.all([...chunks.values()].flat().map((chunk) => chunk.text()));
      return JSON.stringify([[...recordings.values()], [...drafts.entries()], audio]);
    },
  };
}

export function fakeShelf(): ReportShelf {
  const reports = new Map<string, { text: string; keptAt: number }>();
  return {
    async keep(id, text, keptAt) {
      reports.set(id, { text, keptAt });
    },
    list: async () => [...reports].map(([id, { keptAt }]) => ({ id, keptAt })).sort((a, b) => b.keptAt - a.keptAt),
    open: async (id) => reports.get(id)?.text ?? null,
    async remove(id) {
      reports.delete(id);
    },
    async removeAll() {
      reports.clear();
    },
    async purge(before) {
      for (const [id, { keptAt }] of [...reports]) if (keptAt < before) reports.delete(id);
    },
  };
}
