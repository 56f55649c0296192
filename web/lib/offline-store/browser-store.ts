export interface StorePlace {
  database: string;
  store: string;
}

/** Returns whether this browser can keep keys, which needs an encrypted connection. */
export const canKeepKeys = (): boolean => 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined;

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

export const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
