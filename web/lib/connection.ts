import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const CHECK_EVERY = 2000;
// the server itself waits two seconds for its database
const ANSWER_WITHIN = 4000;
const LOOK_EVERY = 30_000;
const LOOK_AGAIN = 10_000;
let broken = false;
let busy = false;
let condition: Told = { status: 'ok', sending: 'ok', replaced: null };
/** A process of the server that hung and was replaced within the last hour. */
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
    // the page can do everything else while nobody sends; the banner says it by `sending`
    const own = told.status === 'sending' ? 'ok' : told.status;
    tell({ status: own ?? 'ok', sending: told.sending ?? condition.sending, replaced: told.replaced ?? null });
    // a proxy that keeps the address to itself says nothing of the server behind it
    if (told.status === undefined) return response.status < 500;
    // a page that is not told of changes asks for them: it can do everything else
    return response.ok || own === 'ok' || own === 'listening';
  } catch {
    tell({ ...condition, status: 'ok', replaced: null }); // it said nothing of itself
    return false;
  }
}

async function check(): Promise<void> {
  if (await isReady()) set(false);
  // jitter: after an outage not every browser asks in the same moment
  else setTimeout(() => void check(), CHECK_EVERY * (0.75 + Math.random() / 2));
}

/** Notes that the server could not be reached; the page then asks until it answers. */
export function connectionFailed(): void {
  if (broken) return;
  set(true);
  setTimeout(() => void check(), CHECK_EVERY / 2);
}

// whoever pulls the plug, or loses the network, is told at once; absent where this is tried without a browser
globalThis.addEventListener?.('offline', connectionFailed);

/** Asks whether the server is there, when something takes suspiciously long. */
export async function checkConnection(): Promise<void> {
  // under load one answer may come late
  if (!broken && !(await isReady()) && !(await isReady())) connectionFailed();
}

/** Seconds after which the server wants to be asked again; 0 when it says nothing. */
export const retryAfter = (response: Response | undefined): number =>
  Number(response?.headers.get('retry-after') ?? 0) || 0;

/**
 * Notes that the server has no time for what is only looked at. The page says so, and asks again after so many seconds,
 * not all browsers in the same moment.
 */
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
 * Asks now and then, while the page is looked at, whether the server can do its work, and sooner again when nothing is sent;
 * all who look ask one process at a few different moments, and it looks at its database for all of them.
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
  // after what the first page needs
  timer = setTimeout(() => void look(), CHECK_EVERY);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Whether an HTTP status means that the server or its database is away for the moment. */
export const isOutage = (status: number | undefined): boolean =>
  status === undefined || status === 0 || (status >= 502 && status <= 504);

const subscribe = (listener: () => void): (() => void) => {
  changes.add(listener);
  return () => changes.delete(listener);
};

/** Whether the connection to the server is broken at this moment, for what is no component. */
export const isConnectionBroken = (): boolean => broken;

/** Whether the connection to the server is broken at the moment. */
export const useConnectionBroken = (): boolean => useSyncExternalStore(subscribe, () => broken);

/** What keeps the installation from sending at the moment; `ok` when nothing does. */
export const useSending = (): string => useSyncExternalStore(subscribe, () => condition.sending);

/** What keeps the server that answers this page from its work, in its own word; `ok` when nothing does or it says nothing. */
export const useServerStatus = (): string => useSyncExternalStore(subscribe, () => condition.status);

/** The process that hung and was replaced within the last hour; null when none was. */
export const useReplaced = (): Replaced | null => useSyncExternalStore(subscribe, () => condition.replaced);

/** Whether the server has no time for this page at the moment. */
export const useServerBusy = (): boolean => useSyncExternalStore(subscribe, () => busy);

/** Calls back each time the connection has come back, until the returned function is called. */
export function onConnectionRestored(listener: () => void): () => void {
  restorations.add(listener);
  return () => restorations.delete(listener);
}

/** Calls back each time the connection has come back, while the component is shown. */
export function useConnectionRestored(callback: () => void): void {
  const onRestored = useEffectEvent(callback);
  useEffect(() => {
    const stop = onConnectionRestored(() => onRestored());
    return () => {
      stop();
    };
  }, []);
}
