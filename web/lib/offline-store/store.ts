import { randomKey } from '#web/lib/keys.ts';
import { canKeepKeys, inStore, settled } from './browser-store.ts';
import { makeSealingKey, type Sealed, seal, unseal } from './sealed.ts';

/** The owner of data on this device: a signed-in user. */
export interface Owner {
  user: string;
  isStill: () => boolean;
}

/** The time is in milliseconds since 1970. */
export interface Stored<Value> {
  value: Value;
  at: number;
}

interface Lock {
  user: string;
  id: string;
  key: CryptoKey;
}

type Thing = Sealed & { at: number };

const place = { database: 'meldekette-kept', store: 'things' };
const LOCK = 'lock';
const UNSENT = 'unsent:';
const mostBytes = 4_000_000;

export const outboxName = (id: string): string => UNSENT + id;

/**
 * Stores an encrypted value for its owner and removes other owners' data. Returns false if the browser stores nothing,
 * the value is too long, or the owner has signed out.
 */
export async function keep(owner: Owner, name: string, value: unknown): Promise<boolean> {
  if (!canKeepKeys()) return false;
  try {
    const lock = await lockOf(owner);
    if (!lock) return false;
    const sealed = await seal(lock.key, name, value);
    if (sealed.content.byteLength > mostBytes) return false;
    return await inStore(place, 'readwrite', async (store) => {
      const held: Lock | undefined = await settled(store.get(LOCK));
      // signing out removes the token before this store
      if (held?.id !== lock.id || !owner.isStill()) return false;
      await settled(store.put({ ...sealed, at: Date.now() } satisfies Thing, name));
      return true;
    });
  } catch {
    return false;
  }
}

/** Returns an owner's key; replaces another user's. */
async function lockOf(owner: Owner): Promise<Lock | null> {
  const known: Lock | undefined = await inStore(place, 'readonly', (store) => settled(store.get(LOCK)));
  if (known?.user === owner.user) return known;
  const made: Lock = { user: owner.user, id: randomKey(), key: await makeSealingKey() };
  return inStore(place, 'readwrite', async (store) => {
    const held: Lock | undefined = await settled(store.get(LOCK));
    if (held?.user === owner.user) return held;
    if (!owner.isStill()) return null;
    await settled(store.clear());
    await settled(store.put(made, LOCK));
    return made;
  });
}

/** Returns a value by name. Removes one older than `mostAge` milliseconds. */
export async function kept<Value>(owner: Owner, name: string, mostAge: number): Promise<Stored<Value> | null> {
  const found = await read(owner, (store) => settled(store.get(name)));
  if (!found?.thing) return null;
  const { lock, thing } = found;
  if (Math.abs(Date.now() - thing.at) > mostAge) {
    await drop(name);
    return null;
  }
  const value = await unseal(lock.key, name, thing);
  return value === null || !owner.isStill() ? null : { value: value as Value, at: thing.at };
}

/** Returns when the value with this name was stored, or 0. */
export async function keptAt(owner: Owner, name: string): Promise<number> {
  return (await read<Thing | undefined>(owner, (store) => settled(store.get(name))))?.thing?.at ?? 0;
}

/** Returns unsent items up to an age in milliseconds, oldest first; removes older ones. */
export async function storedOutbox<Value>(owner: Owner, mostAge: number): Promise<Stored<Value>[]> {
  const range = IDBKeyRange.bound(UNSENT, `${UNSENT}\uffff`);
  const found = await read(owner, async (store) => await settled(store.getAllKeys(range)));
  const all = await Promise.all((found?.thing ?? []).map((name) => kept<Value>(owner, String(name), mostAge)));
  return all.filter((one) => one !== null).sort((a, b) => a.at - b.at);
}

async function read<Found>(
  { user }: Owner,
  look: (store: IDBObjectStore) => Promise<Found>,
): Promise<{ lock: Lock; thing: Found } | null> {
  if (!canKeepKeys()) return null;
  try {
    const [lock, thing] = await inStore(place, 'readonly', (store) =>
      Promise.all([settled<Lock | undefined>(store.get(LOCK)), look(store)]),
    );
    return lock?.user === user ? { lock, thing } : null;
  } catch {
    return null;
  }
}

export async function drop(name: string): Promise<void> {
  if (canKeepKeys()) await inStore(place, 'readwrite', (store) => settled(store.delete(name))).catch(() => undefined);
}

/** Removes everything stored here. With `exceptOutbox`, unsent items stay for their user. */
export async function forgetKept({ exceptOutbox = false } = {}): Promise<void> {
  if (!canKeepKeys()) return;
  await inStore(place, 'readwrite', async (store) => {
    const names = (await settled(store.getAllKeys())).map(String);
    const stay = exceptOutbox && names.some((name) => name.startsWith(UNSENT));
    if (!stay) return settled(store.clear());
    const going = names.filter((name) => name !== LOCK && !name.startsWith(UNSENT));
    await Promise.all(going.map((name) => settled(store.delete(name))));
  }).catch(() => undefined);
}
