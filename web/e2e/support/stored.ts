import { expect, type Page } from '@playwright/test';

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

/** Types into the page, and waits until the browser has stored a draft with it. */
export async function typeIntoDraft(page: Page, type: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener('input', () => Object.assign(window, { typedAt: Date.now() }), { once: true });
  });
  await type();
  const typed = await page.evaluate(() => (window as unknown as { typedAt: number }).typedAt);
  // A draft is written a moment after the last key; what is stored sooner may be the one before.
  const isNew = (row: string) => Number(row.match(/"savedAt":(\d+)/)?.[1]) > typed + 200;
  await expect.poll(async () => (await everythingStored(page)).some(isNew)).toBe(true);
}
