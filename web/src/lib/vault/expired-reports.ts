/**
 * Deletes reports that were kept on this device for longer than they may. Needs nobody's key and no library: every page
 * of Readout does it as it opens, whoever is signed in or nobody, so that what has expired does not wait for its owner.
 */
import { inDatabase } from './plain-database';

export const REPORTS_DATABASE = 'readout-reports';
const HOURS_KEY = 'recent-reports-hours';
const HOUR_MS = 3_600_000;

/** What was kept before this time has expired, in milliseconds since 1970. For 0 hours everything has. */
export function expiryTime(hours: number, now: number): number {
  return hours > 0 ? now - hours * HOUR_MS : Number.POSITIVE_INFINITY;
}

/** Only a signed-in page is told how long reports are kept; the others go by what it heard last. */
export function rememberHours(hours: number): void {
  try {
    localStorage.setItem(HOURS_KEY, String(hours));
  } catch {
    // Without it they are deleted when their owner's page opens.
  }
}

export async function deleteExpiredReports(now = Date.now()): Promise<void> {
  const hours = localStorage.getItem(HOURS_KEY);
  if (hours !== null) await deleteReports(expiryTime(Number(hours), now));
}

/** Deletes what was kept before this time, whoever it belongs to. */
export function deleteReports(before: number): Promise<void> {
  return inDatabase(REPORTS_DATABASE, 'reports', (transaction) => {
    const reports = transaction.objectStore('reports');
    const expired = reports.index('keptAt').openKeyCursor(IDBKeyRange.upperBound(before, true));
    expired.onsuccess = () => {
      if (!expired.result) return;
      reports.delete(expired.result.primaryKey);
      expired.result.continue();
    };
  });
}
