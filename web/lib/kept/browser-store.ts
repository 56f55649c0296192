/** A place in this browser's IndexedDB. */
export interface StorePlace {
  database: string;
  store: string;
}

/** Whether this browser can keep keys, and what they open; only over an encrypted connection. */
export const canKeepKeys = (): boolean => 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;

/** Does something in one transaction of a place, which is made where it is not there yet. */
export async function inStore<Result>(
  { database, store }: StorePlace,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const open = await settled(opening);
  try {
    const transaction = open.transaction(store, mode);
    const [result] = await Promise.all([act(transaction.objectStore(store)), completed(transaction)]);
    return result;
  } finally {
    open.close();
  }
}

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });

/** What a request to the store answers. */
export const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
