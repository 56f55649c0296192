import type { Page } from '@playwright/test';

export interface KeptHere {
  names: string[];
  readable: string;
}

/** Returns this browser's storage as text. */
export const keptHere = (page: Page): Promise<KeptHere> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const letters = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
      if (Array.isArray(value)) return value.map(letters).join();
      return value && typeof value === 'object' ? Object.values(value).map(letters).join() : String(value);
    };
    const names: string[] = [];
    const read = [letters({ ...localStorage }), letters({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const content = database.transaction(store).objectStore(store);
        if (name === 'meldekette-kept') names.push(...(await done(content.getAllKeys())).map(String));
        read.push(letters(await done(content.getAll())));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        read.push(request.url);
        if (!/\.(png|svg|js|css)$/.test(request.url)) read.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return { names, readable: read.join('\n') };
  });

/** Makes entries with this prefix older by milliseconds. */
export const age = (page: Page, begin: string, by: number): Promise<void> =>
  page.evaluate(
    async ([start, past]) => {
      const asked = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const open = await asked(indexedDB.open('meldekette-kept', 1));
      const store = open.transaction('things', 'readwrite').objectStore('things');
      for (const name of await asked(store.getAllKeys())) {
        if (!String(name).startsWith(start)) continue;
        const thing = await asked(store.get(name));
        await asked(store.put({ ...thing, at: thing.at - past }, name));
      }
      open.close();
    },
    [begin, by] as const,
  );
