// @vitest-environment node
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { sealWith } from './seal';
import { openVault } from './vault';

const KEY = btoa('0123456789abcdef0123456789abcdef');
const OTHER_KEY = btoa('fedcba9876543210fedcba9876543210');

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const open = async (userId: string, key = KEY) => openVault(userId, await sealWith(key));
const recording = (id: string, studyId: string) => ({ id, studyId, startedAt: 1000, mimeType: 'audio/webm' });

describe('the vault', () => {
  it('gives a recording back from its chunks, in order', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['liver ']), 1000);
    await vault.append('r', 1, new Blob(['normal']), 2000);
    expect(await (await vault.openRecording('r'))?.text()).toBe('liver normal');
    expect(await vault.studies()).toEqual([
      {
        studyId: 's',
        touchedAt: 3000,
        hasDraft: false,
        recordings: [expect.objectContaining({ id: 'r', elapsedMs: 2000, transcribed: false })],
      },
    ]);
  });

  it('shows one user nothing of another', async () => {
    const mine = await open('mine');
    await mine.begin(recording('r', 's'));
    await mine.append('r', 0, new Blob(['x']), 1000);
    await mine.saveDraft('s', 'text', 5000);
    const theirs = await open('theirs', OTHER_KEY);
    expect(await theirs.studies()).toEqual([]);
    expect(await theirs.openRecording('r')).toBeNull();
    expect(await theirs.openDraft('s')).toBeNull();
  });

  it('writes nothing readable', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['RIFF liver']), 1000);
    await vault.saveDraft('s', 'RIFF liver', 5000);
    const stored = await everything();
    expect(stored).toHaveLength(3);
    expect(stored.join()).not.toContain('liver');
  });

  it('refuses a record that was put in the place of another', async () => {
    const seal = await sealWith(KEY);
    const sealed = await seal.close(new TextEncoder().encode('x'), 'draft/u/a');
    await expect(seal.open(sealed, 'draft/u/b')).rejects.toThrow();
  });

  it('forgets a study whole', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['x']), 1000);
    await vault.begin(recording('other', 't'));
    await vault.saveDraft('s', 'text', 5000);
    await vault.discardStudy('s');
    expect((await vault.studies()).map(({ studyId }) => studyId)).toEqual(['t']);
    expect(await everything()).toHaveLength(1);
  });

  it('does not bring a discarded recording back with a late chunk', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.discardRecording('r');
    await vault.append('r', 0, new Blob(['x']), 1000);
    expect(await everything()).toEqual([]);
  });
});

/** Every row of the database, with its bytes as text. */
async function everything(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('readout');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const rows = await Promise.all(
    [...database.objectStoreNames].map(
      (name) =>
        new Promise<unknown[]>((resolve) => {
          const request = database.transaction(name).objectStore(name).getAll();
          request.onsuccess = () => resolve(request.result);
        }),
    ),
  );
  database.close();
  return rows
    .flat()
    .map((row) =>
      JSON.stringify(row, (_, value: unknown) =>
        value instanceof ArrayBuffer ? String.fromCharCode(...new Uint8Array(value)) : value,
      ),
    );
}
