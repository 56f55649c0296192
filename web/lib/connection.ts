import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const CHECK_EVERY = 2000;
// the server waits two seconds for its database
const ANSWER_WITHIN = 4000;
const LOOK_EVERY = 30_000;
const LOOK_AGAIN = 10_000;
let broken = false;
let busy = false;
let condition: Told = { status: 'ok', sending: 'ok', replaced: null };
/** A process that hung and was replaced within the last hour. */
export interface Replaced {
  process: string;
  at: string;
}

interface Told {
  status: string;
  sending: string;
  replaced: Replaced | null;
}

type Condition = Partial<Told>;

const changes = new Set<() => void>();
const restorations = new Set<() => void>();

function set(value: boolean): void {
  if (broken === value) return;
  broken = value;
  for (const listener of changes) listener();
  if (!broken) for (const listener of restorations) listener();
}

async function isReady(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN) });
    const told = ((await response.json().catch(() => null)) ?? {}) as Condition;
    // the page works without sending
    const own = told.status === 'sending' ? 'ok' : told.status;
    tell({ status: own ?? 'ok', sending: told.sending ?? condition.sending, replaced: told.replaced ?? null });
    // a proxy may hide the endpoint
    if (told.status === undefined) return response.status < 500;
    // a page without live updates polls
    return response.ok || own === 'ok' || own === 'listening';
  } catch {
    tell({ ...condition, status: 'ok', replaced: null }); // the response has no status
    return false;
  }
}

async function check(): Promise<void> {
  if (await isReady()) set(false);
  // jitter, so that browsers don't check together after an outage
  else setTimeout(() => void check(), CHECK_EVERY * (0.75 + Math.random() / 2));
}

/** Records that the server is unreachable, and checks until it responds. */
export function connectionFailed(): void {
  if (broken) return;
  set(true);
  setTimeout(() => void check(), CHECK_EVERY / 2);
}

// the function is absent in tests without a browser
globalThis.addEventListener?.('offline', connectionFailed);

/** Checks the server during suspiciously long requests. */
export async function checkConnection(): Promise<void> {
  // under load, one response may be late
  if (!broken && !(await isReady()) && !(await isReady())) connectionFailed();
}

/** Returns the seconds until a retry, or 0 if unknown. */
export const retryAfter = (response: Response | undefined): number =>
  Number(response?.headers.get('retry-after') ?? 0) || 0;

/** Records that the server is too busy; retries after these seconds, spread across browsers. */
export function serverBusy(seconds: number): void {
  if (busy) return;
  setBusy(true);
  const wait = Math.max(1, seconds) * 1000 * (1 + Math.random());
  setTimeout(() => {
    setBusy(false);
    for (const listener of restorations) listener();
  }, wait);
}

function setBusy(value: boolean): void {
  busy = value;
  for (const listener of changes) listener();
}

function tell(told: Told): void {
  if (JSON.stringify(told) === JSON.stringify(condition)) return;
  condition = told;
  for (const listener of changes) listener();
}

/**
 * Checks the server while the page is visible, more often when sending has stopped. The checks of all browsers
 * coincide, so that one database check serves them.
 */
export function watchCondition(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  const look = async () => {
    if (!document.hidden) await checkConnection();
    if (stopped) return;
    timer = setTimeout(
      () => void look(),
      (condition.sending === 'ok' && condition.status === 'ok' ? LOOK_EVERY : LOOK_AGAIN) * (0.75 + Math.random() / 2),
    );
  };
  // after the requests of the first page
  timer = setTimeout(() => void look(), CHECK_EVERY);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Returns whether an HTTP status means a temporary outage. */
export const isOutage = (status: number | undefined): boolean =>
  status === undefined || status === 0 || (status >= 502 && status <= 504);

const subscribe = (listener: () => void): (() => void) => {
  changes.add(listener);
  return () => changes.delete(listener);
};

export const isConnectionBroken = (): boolean => broken;

export const useConnectionBroken = (): boolean => useSyncExternalStore(subscribe, () => broken);

/** Returns what prevents sending, or `ok`. */
export const useSending = (): string => useSyncExternalStore(subscribe, () => condition.sending);

/** Returns the server's status word, or `ok`. */
export const useServerStatus = (): string => useSyncExternalStore(subscribe, () => condition.status);

/** Returns the replaced process, or null. */
export const useReplaced = (): Replaced | null => useSyncExternalStore(subscribe, () => condition.replaced);

export const useServerBusy = (): boolean => useSyncExternalStore(subscribe, () => busy);

/** Calls back on each restored connection; returns a function that unsubscribes. */
export function onConnectionRestored(listener: () => void): () => void {
  restorations.add(listener);
  return () => restorations.delete(listener);
}

export function useConnectionRestored(callback: () => void): void {
  const onRestored = useEffectEvent(callback);
  useEffect(() => {
    const stop = onConnectionRestored(() => onRestored());
    return () => {
      stop();
    };
  }, []);
}
