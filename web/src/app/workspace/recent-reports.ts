/**
 * The reports of the last hours, kept sealed in this browser: what was structured, copied or exported stays readable for
 * as long as the operator allows. What has expired is thrown away when the page opens and every minute after. None of
 * it is a condition of working: what cannot be kept is not.
 */
import type { KeptBy } from '@/features/drafts/model';
import { createStore, type Store } from '@/lib/store';
import { expiryTime } from '@/lib/vault/expired-reports';
import type { KeptReport, ReportShelf } from '@/lib/vault/report-shelf';
import { draftText, studyOf } from './draft-format';
import type { Study } from './study';

const PURGE_EVERY_MS = 60_000;

/** Where reports are kept, and for how long. */
export interface ReportStorage {
  readonly shelf: ReportShelf;
  /** 0 when none are. */
  readonly hours: number;
}

export interface RecentReport extends KeptReport {
  readonly study: Study;
  readonly by: KeptBy;
}

export interface RecentReports {
  /** Hours that reports are kept; null until it is known. */
  readonly hours: Store<number | null>;
  /** What is there, the newest first, unread. */
  readonly kept: Store<readonly KeptReport[]>;
  readonly keep: (study: Study, by: KeptBy) => Promise<void>;
  /** A report that is kept is kept as it is now. */
  readonly refresh: (study: Study) => Promise<void>;
  /** Null when it is gone or cannot be read. */
  readonly read: (id: string) => Promise<RecentReport | null>;
  /** Those that can be read, the newest first. */
  readonly readAll: () => Promise<readonly RecentReport[]>;
  readonly remove: (id: string) => Promise<void>;
  readonly removeAll: () => Promise<void>;
  /** Done when it is known what is there. */
  readonly open: () => Promise<void>;
  readonly close: () => void;
}

export function createRecentReports(
  openStorage: () => Promise<ReportStorage>,
  now: () => number = Date.now,
): RecentReports {
  const hours = createStore<number | null>(null);
  const kept = createStore<readonly KeptReport[]>([]);
  let timer: ReturnType<typeof setInterval> | undefined;
  let done: Promise<unknown> = Promise.resolve();

  /** One after the other: what was asked for last is what stands. */
  function next<T>(work: (storage: ReportStorage) => Promise<T>, nothing: T): Promise<T> {
    const result = done.then(async () => {
      const storage = await openStorage();
      hours.set(storage.hours);
      const value = await work(storage);
      const list = await rowsIn(storage);
      if (JSON.stringify(list) !== JSON.stringify(kept.get())) kept.set(list);
      return value;
    });
    const settled = result.catch(() => nothing);
    done = settled;
    return settled;
  }

  /** Switched off, it takes away what was kept before as well. */
  const purge = () => next(({ shelf, hours: limit }) => shelf.purge(expiryTime(limit, now())), undefined);

  async function readRow(shelf: ReportShelf, row: KeptReport): Promise<RecentReport | null> {
    const text = await shelf.open(row.id);
    if (text === null) return null;
    const { by, draft } = JSON.parse(text) as { by: KeptBy; draft: string };
    const study = studyOf(draft);
    return study && { ...row, study, by };
  }

  /** What has expired is not there, though it is thrown away only within the minute. */
  async function rowsIn({ shelf, hours: limit }: ReportStorage): Promise<readonly KeptReport[]> {
    const expiry = expiryTime(limit, now());
    return (await shelf.list()).filter(({ keptAt }) => keptAt >= expiry);
  }

  async function readFrom(storage: ReportStorage, id: string): Promise<RecentReport | null> {
    const row = (await rowsIn(storage)).find((each) => each.id === id);
    return row ? readRow(storage.shelf, row) : null;
  }

  async function readEvery(storage: ReportStorage): Promise<readonly RecentReport[]> {
    const rows = await rowsIn(storage);
    const read = await Promise.all(rows.map((row) => readRow(storage.shelf, row).catch(() => null)));
    return read.filter((report) => report !== null);
  }

  const write = (shelf: ReportShelf, study: Study, by: KeptBy) =>
    shelf.keep(study.id, JSON.stringify({ by, draft: draftText(study) }), now());

  return {
    hours,
    kept,

    keep: (study, by) =>
      next(async ({ shelf, hours: limit }) => {
        if (limit > 0 && study.report.trim()) await write(shelf, study, by);
      }, undefined),

    refresh: (study) =>
      next(async (storage) => {
        const before = await readFrom(storage, study.id);
        if (!before || !study.report.trim() || before.study.report === study.report) return;
        await write(storage.shelf, study, before.by);
      }, undefined),

    read: (id) => next((storage) => readFrom(storage, id), null),
    readAll: () => next(readEvery, []),
    remove: (id) => next(({ shelf }) => shelf.remove(id), undefined),
    removeAll: () => next(({ shelf }) => shelf.removeAll(), undefined),

    open() {
      timer = setInterval(purge, PURGE_EVERY_MS);
      return purge();
    },
    close: () => clearInterval(timer),
  };
}
