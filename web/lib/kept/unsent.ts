import { useEffect, useSyncExternalStore } from 'react';
import { ownerNow } from '#web/lib/session.ts';
import { drop, type Kept, keep, keptUnsent, unsentName } from './store.ts';

/** An entry for the log of an event. */
type UnsentNote = { kind: 'note'; event: { id: string; name: string }; text: string };

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

const DAY = 86_400_000;
/** For how many days something that was not sent is kept. */
export const unsentDays = 7;

const none: Kept<Unsent>[] = [];
let known = none;
const listeners = new Set<() => void>();
// the other tabs of this browser show the same
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('unsent') : undefined;

async function load(): Promise<void> {
  const owner = ownerNow();
  const found = owner ? await keptUnsent<Unsent>(owner, unsentDays * DAY) : none;
  if (found.length === 0 && known.length === 0) return;
  known = found;
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  others?.postMessage(null);
  await load();
}

/** Keeps what could not be sent on this device, until somebody says what becomes of it; answers whether it is kept. */
export async function keepUnsent(thing: Unsent): Promise<boolean> {
  const owner = ownerNow();
  const isKept = owner !== null && (await keep(owner, unsentName(thing.id), thing));
  if (isKept) await changed();
  return isKept;
}

/** Forgets what was sent meanwhile, or is not to be sent. */
export async function discardUnsent(id: string): Promise<void> {
  await drop(unsentName(id));
  await changed();
}

/** The key with which the same was to be sent before, when no answer came. */
export async function keyOfLaunch(intent: string): Promise<string | undefined> {
  await load();
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
