/** Works in a database of this browser without a library, and in none that is not there: it is not made. */
export function inDatabase(
  name: string,
  stores: string | string[],
  work: (transaction: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => {
      opening.transaction?.abort();
      resolve();
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(stores, 'readwrite');
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
      work(transaction);
    };
  });
}
