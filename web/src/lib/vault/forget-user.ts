/**
 * Deletes everything of a user that this browser keeps: recordings, drafts, finished reports. Needs no key. What others
 * left here stays.
 */
import { REPORTS_DATABASE } from './expired-reports';
import { inDatabase } from './plain-database';
import { DATABASE } from './vault';

export async function forgetUser(userId: string): Promise<void> {
  await Promise.all([forgetStudies(userId), forgetReports(userId)]);
}

async function forgetStudies(userId: string): Promise<void> {
  await inDatabase(DATABASE, ['recordings', 'chunks', 'drafts'], (transaction) => {
    const chunks = transaction.objectStore('chunks');
    eachOwn(transaction.objectStore('recordings'), userId, (recordings, key) => {
      recordings.delete(key);
      chunks.delete(IDBKeyRange.bound([key, 0], [key, Number.POSITIVE_INFINITY]));
    });
    eachOwn(transaction.objectStore('drafts'), userId, (drafts, key) => drafts.delete(key));
  });
}

async function forgetReports(userId: string): Promise<void> {
  await inDatabase(REPORTS_DATABASE, ['reports'], (transaction) =>
    eachOwn(transaction.objectStore('reports'), userId, (reports, key) => reports.delete(key)),
  );
}

function eachOwn(
  store: IDBObjectStore,
  userId: string,
  visit: (store: IDBObjectStore, key: IDBValidKey) => void,
): void {
  const keys = store.index('userId').getAllKeys(userId);
  keys.onsuccess = () => {
    for (const key of keys.result) visit(store, key);
  };
}
