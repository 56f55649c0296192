import { useEffect, useSyncExternalStore } from 'react';
import { ownerNow } from '#web/lib/session.ts';
import { drop, type Kept, keep, keptUnsent, type Owner, unsentName } from './store.ts';

/** An entry for the log of an event. */
type UnsentNote = {
  kind: 'note';
  event: { id: string; name: string };
  text: string;
  /** When it happened: as was said, else when it was written. */
  happenedAt?: string;
  /** The entry that it corrects. */
  corrects?: string;
};

/** A report that was to be sent, when no answer came; `intent` says with which drafts. */
type UnsentLaunch = {
  kind: 'launch';
  intent: string;
  report: { id: string; title: string; path: string; isLive: boolean };
};

/** An alarm that was thought out without a connection; sent is the draft that is made of it. */
type UnsentAlarm = {
  kind: 'alarm';
  eventType: { id: string; name: string };
  mode: 'LIVE' | 'EXERCISE';
  place: string;
  description: string;
};

/** Something that was written and did not reach the server; its id is the key with which it is sent, so that it happens once. */
export type Unsent = { id: string } & (UnsentNote | UnsentLaunch | UnsentAlarm);

/** What stands in place of something that was never sent, once its time is over: what it was, not what was written. */
type Expired = { id: string; kind: 'expired'; was: Unsent['kind']; name: string };

const DAY = 86_400_000;
/** For how many days something that was not sent is kept. */
export const unsentDays = 7;
const expiredDays = 90;

const none: Kept<Unsent>[] = [];
let known = none;
let expired: Kept<Expired>[] = [];
const listeners = new Set<() => void>();
// the other tabs of this browser show the same
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('unsent') : undefined;

async function load(): Promise<void> {
  const owner = ownerNow();
  const found: Kept<Unsent | Expired>[] = owner ? await keptUnsent<Unsent | Expired>(owner, expiredDays * DAY) : none;
  if (found.length + known.length + expired.length === 0) return;
  known = found.filter((one): one is Kept<Unsent> => one.value.kind !== 'expired' && !isOver(one));
  expired = found.filter((one): one is Kept<Expired> => one.value.kind === 'expired');
  for (const { value } of found.filter(isOver)) if (owner && value.kind !== 'expired') await expire(owner, value);
  for (const listener of listeners) listener();
}

const isOver = ({ value, at }: Kept<Unsent | Expired>): boolean =>
  value.kind !== 'expired' && Math.abs(Date.now() - at) > unsentDays * DAY;

/** Puts in place of something that it ended; what cannot be replaced goes. */
async function expire(owner: Owner, unsent: Unsent): Promise<void> {
  const { id, kind: was } = unsent;
  const value: Expired = { id, kind: 'expired', was, name: nameOf(unsent) };
  if (await keep(owner, unsentName(id), value))
    expired = [...expired.filter((one) => one.value.id !== id), { value, at: Date.now() }];
  else await drop(unsentName(id));
}

/** What something that was not sent belongs to. */
function nameOf(unsent: Unsent): string {
  if (unsent.kind === 'note') return unsent.event.name;
  return unsent.kind === 'launch' ? unsent.report.title : unsent.eventType.name;
}

async function changed(): Promise<void> {
  others?.postMessage(null);
  await load();
}

/** How long the store of this browser may take, in milliseconds; a store that hangs answers never. */
const LONGEST = 5000;

/** Returns what the store answers, or `otherwise` where it takes too long. */
async function within<Answer>(answer: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), LONGEST);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * Keeps what could not be sent on this device, until somebody says what becomes of it. Resolves once it is stored, with
 * whether it is; with false as well where the store takes longer than five seconds.
 */
export async function keepUnsent(thing: Unsent): Promise<boolean> {
  const owner = ownerNow();
  const isKept = owner !== null && (await within(keep(owner, unsentName(thing.id), thing), false));
  if (isKept) void changed();
  return isKept;
}

/** Forgets what was sent meanwhile, is not to be sent, or is known to have ended. */
export async function discardUnsent(id: string): Promise<void> {
  await drop(unsentName(id));
  await changed();
}

/** The key with which the same was to be sent before, when no answer came. A store that hangs keeps no alarm waiting. */
export async function keyOfLaunch(intent: string): Promise<string | undefined> {
  await within(load(), undefined);
  return known.find(({ value }) => value.kind === 'launch' && value.intent === intent)?.value.id;
}

/** Forgets that a report was to be sent, since it is known what became of that. */
export async function settleLaunch(report: string): Promise<void> {
  await load();
  for (const { value } of known)
    if (value.kind === 'launch' && value.report.id === report) await discardUnsent(value.id);
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

/** What was written in this browser and not sent, the oldest first. */
export function useUnsent(): readonly Kept<Unsent>[] {
  useEffect(() => void load(), []);
  return useSyncExternalStore(subscribe, () => known);
}

/** What was never sent and ended, until somebody has seen that. */
export function useExpired(): readonly Kept<Expired>[] {
  useEffect(() => void load(), []);
  return useSyncExternalStore(subscribe, () => expired);
}
