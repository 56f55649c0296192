import { randomKey } from '#web/lib/keys.ts';
import { canKeepKeys, inStore, settled } from './browser-store.ts';
import { makeSealingKey, type Sealed, seal, unseal } from './sealed.ts';

/** For whom something is kept on this device: a user, as long as they are signed in here. */
export interface Owner {
  user: string;
  isStill: () => boolean;
}

/** A thing that was kept, and when that was, in milliseconds since 1970. */
export interface Kept<Value> {
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

/** The name under which something is kept that was not sent yet. */
export const unsentName = (id: string): string => UNSENT + id;

/**
 * Keeps a value for its owner, sealed with a key of this browser; what others left goes. Answers whether it is kept: not
 * where the browser keeps nothing, not what is too long, and nothing for whoever is signed out by then, in any tab.
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
      // who signs out takes the token first and then everything here: nothing comes after that
      if (held?.id !== lock.id || !owner.isStill()) return false;
      await settled(store.put({ ...sealed, at: Date.now() } satisfies Thing, name));
      return true;
    });
  } catch {
    return false;
  }
}

/** The key of an owner; made where there is none, or another user's. */
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

/** What is kept for an owner under a name, unless it is older than so many milliseconds; then it goes. */
export async function kept<Value>(owner: Owner, name: string, mostAge: number): Promise<Kept<Value> | null> {
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

/** When the thing of this name was kept; 0 where there is none. */
export async function keptAt(owner: Owner, name: string): Promise<number> {
  return (await read<Thing | undefined>(owner, (store) => settled(store.get(name))))?.thing?.at ?? 0;
}

/** All that was not sent yet and is not older than so many milliseconds, the oldest first; what is older goes. */
export async function keptUnsent<Value>(owner: Owner, mostAge: number): Promise<Kept<Value>[]> {
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

/** Forgets the thing of this name. */
export async function drop(name: string): Promise<void> {
  if (canKeepKeys()) await inStore(place, 'readwrite', (store) => settled(store.delete(name))).catch(() => undefined);
}

/** Forgets everything that is kept here, with the key; with `butUnsent` what was not sent stays, for its user alone. */
export async function forgetKept({ butUnsent = false } = {}): Promise<void> {
  if (!canKeepKeys()) return;
  await inStore(place, 'readwrite', async (store) => {
    const names = (await settled(store.getAllKeys())).map(String);
    const stay = butUnsent && names.some((name) => name.startsWith(UNSENT));
    if (!stay) return settled(store.clear());
    const going = names.filter((name) => name !== LOCK && !name.startsWith(UNSENT));
    await Promise.all(going.map((name) => settled(store.delete(name))));
  }).catch(() => undefined);
}
