import { useEffect, useSyncExternalStore } from 'react';
import { ownerNow } from '#web/lib/session.ts';
import { drop, keep, type Owner, outboxName, type Stored, storedOutbox } from './store.ts';

type OutboxNote = {
  kind: 'note';
  event: { id: string; name: string };
  text: string;
  /** The time that the author gave, or of writing. */
  happenedAt?: string;
  /** The entry that it corrects. */
  corrects?: string;
};

/** A report whose send request got no response. `intent` identifies the drafts. */
type OutboxLaunch = {
  kind: 'launch';
  intent: string;
  report: { id: string; title: string; path: string; isLive: boolean };
};

/** An alarm noted offline. Sending it creates a draft. */
type OutboxAlarm = {
  kind: 'alarm';
  eventType: { id: string; name: string };
  mode: 'LIVE' | 'EXERCISE';
  place: string;
  description: string;
};

/** An item that did not reach the server. Its id is its idempotency key. */
export type OutboxItem = { id: string } & (OutboxNote | OutboxLaunch | OutboxAlarm);

/** An expired item without its content. */
type Expired = { id: string; kind: 'expired'; was: OutboxItem['kind']; name: string };

const DAY = 86_400_000;
/** Days until an unsent item expires. */
export const outboxDays = 7;
const expiredDays = 90;

const none: Stored<OutboxItem>[] = [];
let known = none;
let expired: Stored<Expired>[] = [];
const listeners = new Set<() => void>();
// the browser's other tabs show the same items
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('unsent') : undefined;

async function load(): Promise<void> {
  const owner = ownerNow();
  const found: Stored<OutboxItem | Expired>[] = owner
    ? await storedOutbox<OutboxItem | Expired>(owner, expiredDays * DAY)
    : none;
  if (found.length + known.length + expired.length === 0) return;
  known = found.filter((one): one is Stored<OutboxItem> => one.value.kind !== 'expired' && !isOver(one));
  expired = found.filter((one): one is Stored<Expired> => one.value.kind === 'expired');
  for (const { value } of found.filter(isOver)) if (owner && value.kind !== 'expired') await expire(owner, value);
  for (const listener of listeners) listener();
}

const isOver = ({ value, at }: Stored<OutboxItem | Expired>): boolean =>
  value.kind !== 'expired' && Math.abs(Date.now() - at) > outboxDays * DAY;

/** Replaces an item with an expiry note, or removes it. */
async function expire(owner: Owner, unsent: OutboxItem): Promise<void> {
  const { id, kind: was } = unsent;
  const value: Expired = { id, kind: 'expired', was, name: nameOf(unsent) };
  if (await keep(owner, outboxName(id), value))
    expired = [...expired.filter((one) => one.value.id !== id), { value, at: Date.now() }];
  else await drop(outboxName(id));
}

function nameOf(unsent: OutboxItem): string {
  if (unsent.kind === 'note') return unsent.event.name;
  return unsent.kind === 'launch' ? unsent.report.title : unsent.eventType.name;
}

async function changed(): Promise<void> {
  others?.postMessage(null);
  await load();
}

/** Milliseconds for this browser's store, which may hang. */
const LONGEST = 5000;

/** Returns the store's answer, or `otherwise` after the limit. */
async function within<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), LONGEST);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Stores an unsent item until the user decides about it. Resolves with false if the store fails or takes over five
 * seconds.
 */
export async function addToOutbox(thing: OutboxItem): Promise<boolean> {
  const owner = ownerNow();
  const isKept = owner !== null && (await within(keep(owner, outboxName(thing.id), thing), false));
  if (isKept) void changed();
  return isKept;
}

export async function discardFromOutbox(id: string): Promise<void> {
  await drop(outboxName(id));
  await changed();
}

/** Returns the key of the earlier, unanswered request. A hanging store doesn't delay an alarm. */
export async function keyOfLaunch(intent: string): Promise<string | undefined> {
  await within(load(), undefined);
  return known.find(({ value }) => value.kind === 'launch' && value.intent === intent)?.value.id;
}

/** Removes a report's unanswered request once its outcome is known. */
export async function settleLaunch(report: string): Promise<void> {
  await load();
  for (const { value } of known)
    if (value.kind === 'launch' && value.report.id === report) await discardFromOutbox(value.id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const hear = () => void load();
  others?.addEventListener('message', hear);
  return () => {
    listeners.delete(listener);
    others?.removeEventListener('message', hear);
  };
}

/** Returns the unsent items, oldest first. */
export function useOutbox(): readonly Stored<OutboxItem>[] {
  useEffect(() => void load(), []);
  return useSyncExternalStore(subscribe, () => known);
}

export function useExpired(): readonly Stored<Expired>[] {
  useEffect(() => void load(), []);
  return useSyncExternalStore(subscribe, () => expired);
}
