import type { ExecutionResult } from 'urql';
import { connectionFailed, isOutage, onConnectionRestored, retryAfter, serverBusy } from './connection.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { authorization } from './session.ts';
import { sessionExpired } from './toasts.ts';

const FIRST_WAIT = 500;
// milliseconds over which reconnects after a restart are spread
const SPREAD = 4000;
const LONGEST_WAIT = 15_000;
// the server sends a comment every few seconds, so a connection silent for these milliseconds is dead
const SILENCE = 40_000;

/** The operation as it is posted. */
type Body = { query?: string; variables?: object | undefined };

/** Receives events, signs of life, and a final end. */
type Sink<Told> = { next: (told: Told) => void; complete: () => void; alive?: () => void };

/** The endpoint of a stream and its request. */
type Source = {
  path: string;
  headers: () => Record<string, string>;
  /** Returns whether a refusal is final: only the server's own. */
  isFinal: (status: number, told: Refused) => boolean;
};

/** A refusal; a proxy may send anything. */
type Refused = { message?: unknown; errors?: unknown } | null;

function wordsIn(body: string): Refused {
  try {
    return JSON.parse(/^data: ?(.*)$/m.exec(body)?.[1] ?? body) as Refused;
  } catch {
    return null;
  }
}

const api: Source = {
  path: '/api/graphql/stream',
  headers: authorization,
  isFinal: (status, told) => {
    if (!Array.isArray(told?.errors) || status >= 500 || status === 429) return false;
    if (status === 401) sessionExpired();
    return true;
  },
};

const connected = new Set<number>();
const listeners = new Map<number, Set<(connected: boolean) => void>>();

/** Calls back when a subscription's connection (by urql key) opens or closes, and at once if open. */
export function onStreamState(key: number, listener: (connected: boolean) => void): () => void {
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(listener));
  if (connected.has(key)) listener(true);
  return () => {
    set.delete(listener);
    if (set.size === 0) listeners.delete(key);
  };
}

function announce(key: number, isConnected: boolean): void {
  if (isConnected) connected.add(key);
  else connected.delete(key);
  for (const listener of listeners.get(key) ?? []) listener(isConnected);
}

/** Opens a subscription as server-sent events. Reconnects with growing delays until closed. */
export const openStream = (request: Body, key: number, sink: Sink<ExecutionResult>): (() => void) =>
  openEvents(api, request, key, sink);

/** Opens a stream outside of the API. */
export function openEvents<Told>(source: Source, request: object, key: number, sink: Sink<Told>): () => void {
  const closed = new AbortController();
  void run(source, request, key, sink, closed.signal);
  return () => {
    closed.abort();
    connected.delete(key);
  };
}

async function run<Told>(
  source: Source,
  request: object,
  key: number,
  sink: Sink<Told>,
  closed: AbortSignal,
): Promise<void> {
  for (let failures = 0; !closed.aborted; failures += 1) {
    let asked = 0;
    const onWait = (seconds: number) => {
      asked = seconds * 1000;
    };
    const outcome = await listen(source, request, { sink, closed, onWait }, () => {
      failures = 0;
      announce(key, true);
    });
    if (closed.aborted) return;
    announce(key, false);
    if (outcome === 'refused') return sink.complete();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
    await pause(Math.max(wait / 2, asked) + Math.random() * Math.max(wait, SPREAD), closed);
  }
}

/** Runs one connection. Returns 'refused' if a retry is useless. */
async function listen<Told>(
  source: Source,
  request: object,
  { sink, closed, onWait }: { sink: Sink<Told>; closed: AbortSignal; onWait: (seconds: number) => void },
  onOpen: () => void,
): Promise<'lost' | 'refused'> {
  const silent = new AbortController();
  let isOpen = false;
  let timer = setTimeout(() => silent.abort(), SILENCE);
  const signOfLife = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), SILENCE);
    sink.alive?.();
  };
  try {
    const response = await fetch(source.path, {
      method: 'POST',
      headers: { ...source.headers(), 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(request),
      signal: AbortSignal.any([closed, silent.signal]),
    });
    const told = response.ok ? null : wordsIn(await response.text());
    if (!response.ok && source.isFinal(response.status, told)) return 'refused';
    const seconds = retryAfter(response);
    onWait(seconds);
    if (seconds > 0) serverBusy(seconds);
    // a server that sends a retry time is reachable
    if (isOutage(response.status) && seconds === 0) connectionFailed();
    if (!response.ok || !response.body) return 'lost';
    isOpen = true;
    onOpen();
    for await (const event of serverSentEvents(response.body, signOfLife)) {
      if (event.name === 'next' && event.data) sink.next(JSON.parse(event.data) as Told);
      if (event.name === 'complete') return 'lost';
    }
    return 'lost';
  } catch {
    if (!isOpen && !closed.aborted) connectionFailed();
    return 'lost';
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the time is over, the subscription closes or the server is back. */
async function pause(milliseconds: number, closed: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stopWatching = onConnectionRestored(() => setTimeout(resolve, Math.random() * SPREAD));
  closed.addEventListener('abort', () => resolve());
  await promise;
  clearTimeout(timer);
  stopWatching();
}
