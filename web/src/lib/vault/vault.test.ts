// @vitest-environment node
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteExpiredReports, rememberHours } from './expired-reports';
import { forgetUser } from './forget-user';
import { openReportShelf } from './report-shelf';
import { sealWith } from './seal';
import { openVault } from './vault';

const KEY = btoa('0123456789abcdef0123456789abcdef');
const OTHER_KEY = btoa('fedcba9876543210fedcba9876543210');

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

const open = async (userId: string, key = KEY) => openVault(userId, await sealWith(key));
const recording = (id: string, studyId: string) => ({ id, studyId, startedAt: 1000, mimeType: 'audio/webm' });

describe('the vault', () => {
  it('gives a recording back from its chunks, in order', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['liver ']), 1000);
    await vault.append('r', 1, new Blob(['normal']), 2000);
    const opened = await vault.openRecording('r');
    expect(await opened?.audio.text()).toBe('liver normal');
    expect(opened?.endMissing).toBe(false);
    expect(await vault.studies()).toEqual([
      {
        studyId: 's',
        touchedAt: 3000,
        hasDraft: false,
        parkedAt: null,
        recordings: [expect.objectContaining({ id: 'r', elapsedMs: 2000, transcribed: false })],
      },
    ]);
  });

  it('gives what was recorded before a part that cannot be read', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    for (const [seq, words] of ['liver ', 'normal ', 'no ', 'stone'].entries()) {
      await vault.append('r', seq, new Blob([words]), 1000);
    }
    await damage('r', 2);
    const opened = await vault.openRecording('r');
    expect(await opened?.audio.text()).toBe('liver normal ');
    expect(opened?.endMissing).toBe(true);
    await damage('r', 0);
    await expect(vault.openRecording('r')).rejects.toThrow('nothing of the recording could be read');
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

  it('remembers that a draft was parked until it is saved as one that is worked on', async () => {
    const vault = await open('u');
    await vault.saveDraft('s', 'text', 5000, 6000);
    expect(await vault.studies()).toMatchObject([{ studyId: 's', parkedAt: 6000 }]);
    await vault.saveDraft('s', 'text', 7000);
    expect(await vault.studies()).toMatchObject([{ studyId: 's', parkedAt: null }]);
  });

  it('knows how much of a recording is stored', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['liver ']), 1000);
    await vault.append('r', 1, new Blob(['normal']), 2000);
    expect(await vault.storedBytes('r')).toBe('liver normal'.length);
    expect(await vault.storedBytes('another')).toBe(0);
  });

  it('reads what releases stored that could not park', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.append('r', 0, new Blob(['liver']), 1000);
    const seal = await sealWith(KEY);
    const sealed = await seal.close(new TextEncoder().encode('text'), 'draft/u/s');
    const database = await opened('readout');
    expect(database.version).toBe(1);
    const transaction = database.transaction('drafts', 'readwrite');
    transaction.objectStore('drafts').put({ studyId: 's', userId: 'u', savedAt: 5000, sealed });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
    expect(await vault.studies()).toMatchObject([{ studyId: 's', hasDraft: true, parkedAt: null }]);
    expect(await vault.openDraft('s')).toBe('text');
  });

  it('does not bring a discarded recording back with a late chunk', async () => {
    const vault = await open('u');
    await vault.begin(recording('r', 's'));
    await vault.discardRecording('r');
    await vault.append('r', 0, new Blob(['x']), 1000);
    expect(await everything()).toEqual([]);
  });
});

describe('the report shelf', () => {
  const shelf = async (userId: string, key = KEY) => openReportShelf(userId, await sealWith(key));

  it('gives reports back, the newest first, as they were kept last', async () => {
    const mine = await shelf('u');
    await mine.keep('a', 'first', 1000);
    await mine.keep('b', 'second', 2000);
    await mine.keep('a', 'first, corrected', 3000);
    expect(await mine.list()).toEqual([
      { id: 'a', keptAt: 3000 },
      { id: 'b', keptAt: 2000 },
    ]);
    expect(await mine.open('a')).toBe('first, corrected');
    await mine.remove('a');
    expect(await mine.open('a')).toBeNull();
  });

  it('shows one user nothing of another, and writes nothing readable', async () => {
    const mine = await shelf('mine');
    await mine.keep('a', 'liver normal', 1000);
    const theirs = await shelf('theirs', OTHER_KEY);
    expect([await theirs.list(), await theirs.open('a')]).toEqual([[], null]);
    await theirs.removeAll();
    await theirs.remove('a');
    expect(await mine.open('a')).toBe('liver normal');
    expect((await everything('readout-reports')).join()).not.toContain('liver');
    // Not even who would put the rows under their own name.
    await expect((await shelf('mine', OTHER_KEY)).open('a')).rejects.toThrow();
  });

  it('throws away what has expired, whoever it belongs to', async () => {
    const mine = await shelf('mine');
    const theirs = await shelf('theirs', OTHER_KEY);
    await mine.keep('old', 'x', 1000);
    await mine.keep('new', 'x', 3000);
    await theirs.keep('old', 'x', 1500);
    await mine.purge(2000);
    expect(await everything('readout-reports')).toHaveLength(1);
    await theirs.purge(Number.POSITIVE_INFINITY);
    expect(await everything('readout-reports')).toEqual([]);
  });

  it('goes from any page when its time is over, and not before', async () => {
    const hour = 3_600_000;
    const mine = await shelf('mine');
    await mine.keep('a', 'x', 0);
    await deleteExpiredReports(1000 * hour);
    expect(await mine.list()).toHaveLength(1);
    rememberHours(24);
    await deleteExpiredReports(24 * hour);
    expect(await mine.list()).toHaveLength(1);
    await deleteExpiredReports(24 * hour + 1);
    expect(await everything('readout-reports')).toEqual([]);
    await mine.keep('b', 'x', 25 * hour);
    rememberHours(0);
    await deleteExpiredReports(25 * hour);
    expect(await everything('readout-reports')).toEqual([]);
  });

  it('leaves a browser without reports as it was', async () => {
    rememberHours(24);
    await deleteExpiredReports();
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
    await (await shelf('mine')).keep('a', 'x', 1000);
    expect(await everything('readout-reports')).toHaveLength(1);
  });
});

function opened(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Changes the stored bytes of a part of a recording. */
async function damage(recordingId: string, seq: number): Promise<void> {
  const database = await opened('readout');
  const chunks = database.transaction('chunks', 'readwrite').objectStore('chunks');
  await new Promise<void>((resolve) => {
    const request = chunks.put({ recordingId, seq, sealed: new ArrayBuffer(40) });
    request.onsuccess = () => resolve();
  });
  database.close();
}

/** Every row of the database, with its bytes as text. */
async function everything(name = 'readout'): Promise<string[]> {
  const database = await opened(name);
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

describe('a user who leaves', () => {
  it('leaves nothing here, and what others keep stays', async () => {
    for (const user of ['leaving', 'staying']) {
      const vault = await open(user);
      await vault.begin(recording(`r-${user}`, `s-${user}`));
      await vault.append(`r-${user}`, 0, new Blob(['x']), 1000);
      await vault.append(`r-${user}`, 1, new Blob(['y']), 2000);
      await vault.saveDraft(`s-${user}`, 'text', 5000);
      await (await openReportShelf(user, await sealWith(KEY))).keep('report', 'text', 1000);
    }
    const before = await everything();
    await forgetUser('leaving');
    expect(await everything()).toHaveLength(before.length / 2);
    expect(await (await open('leaving')).studies()).toEqual([]);
    expect(await (await openReportShelf('leaving', await sealWith(KEY))).list()).toEqual([]);
    expect(await (await open('staying')).studies()).toHaveLength(1);
    expect(await (await (await open('staying')).openRecording('r-staying'))?.audio.text()).toBe('xy');
    expect(await (await openReportShelf('staying', await sealWith(KEY))).list()).toHaveLength(1);
  });

  it('makes no storage where there was none', async () => {
    await forgetUser('leaving');
    expect(await indexedDB.databases()).toEqual([]);
    // What is opened afterwards is whole.
    await (await open('u')).saveDraft('s', 'text', 5000);
  });
});
