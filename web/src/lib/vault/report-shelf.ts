/**
 * Finished reports, kept in the browser for some hours. Sealed like drafts; beside each stand only its id, its user and
 * when it was kept, so that what has expired can be thrown away without anybody's key. In a database of its own: the one
 * of the drafts stays as it is.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { deleteReports, REPORTS_DATABASE } from './expired-reports';
import type { Seal } from './seal';

export interface KeptReport {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export interface ReportShelf {
  /** Takes the place of what was kept under this id. */
  keep: (id: string, report: string, at: number) => Promise<void>;
  /** Everything of this user, the newest first. */
  list: () => Promise<readonly KeptReport[]>;
  open: (id: string) => Promise<string | null>;
  remove: (id: string) => Promise<void>;
  /** All of this user. */
  removeAll: () => Promise<void>;
  /** What was kept before this time, whoever it belongs to. */
  purge: (before: number) => Promise<void>;
}

interface Row extends KeptReport {
  readonly userId: string;
  readonly sealed: ArrayBuffer;
}

interface Schema extends DBSchema {
  reports: { key: [string, string]; value: Row; indexes: { userId: string; keptAt: number } };
}

export async function openReportShelf(userId: string, seal: Seal): Promise<ReportShelf> {
  const database = await openDB<Schema>(REPORTS_DATABASE, 1, {
    upgrade(fresh) {
      const reports = fresh.createObjectStore('reports', { keyPath: ['userId', 'id'] });
      reports.createIndex('userId', 'userId');
      reports.createIndex('keptAt', 'keptAt');
    },
  });
  return shelfIn(database, userId, seal);
}

function shelfIn(database: IDBPDatabase<Schema>, userId: string, seal: Seal): ReportShelf {
  const nameOf = (id: string) => `report/${userId}/${id}`;

  return {
    async keep(id, report, at) {
      const sealed = await seal.close(new TextEncoder().encode(report), nameOf(id));
      await database.put('reports', { id, userId, keptAt: at, sealed });
    },
    async list() {
      const rows = await database.getAllFromIndex('reports', 'userId', userId);
      return rows.map(({ id, keptAt }) => ({ id, keptAt })).sort((a, b) => b.keptAt - a.keptAt);
    },
    async open(id) {
      const row = await database.get('reports', [userId, id]);
      return row ? new TextDecoder().decode(await seal.open(row.sealed, nameOf(id))) : null;
    },
    remove: (id) => database.delete('reports', [userId, id]),
    async removeAll() {
      const transaction = database.transaction('reports', 'readwrite');
      for await (const cursor of transaction.store.index('userId').iterate(userId)) void cursor.delete();
      await transaction.done;
    },
    purge: deleteReports,
  };
}
