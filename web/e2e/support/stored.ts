import type { Page } from '@playwright/test';

/** Everything that the browser stores for this site, bytes as text, a string a row. */
export function everythingStored(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const asText = (_: string, value: unknown) =>
      value instanceof ArrayBuffer
        ? Array.from(new Uint8Array(value), (byte) => String.fromCharCode(byte)).join('')
        : value;
    const rows: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const all: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
        rows.push(...all.map((row) => JSON.stringify(row, asText)));
      }
      database.close();
    }
    return [...rows, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
  });
}
