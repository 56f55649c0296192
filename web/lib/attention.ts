const HIDDEN_FOR = 5_000;
// milliseconds over which pages spread their answers when the leading one is gone
const SPREAD = 300;

/** How a page follows changes: live, by polling, or not at all while hidden. */
export type Attention = 'live' | 'asking' | 'away';

/** A page came into view, or is gone. */
type Said = { at: number; by: string; gone?: boolean };

const self = crypto.getRandomValues(new Uint32Array(2)).join('-');
const listeners = new Set<(attention: Attention) => void>();
let attention: Attention = 'away';
let lookedAt = 0;
let newest = 0;
let hiding: ReturnType<typeof setTimeout> | undefined;
let taking: ReturnType<typeof setTimeout> | undefined;
let others: BroadcastChannel | undefined;

/**
 * Calls back now and on changes. Over HTTP/1.1, browsers allow six connections per server, so only the last viewed page
 * is live.
 */
export function onAttention(listener: (attention: Attention) => void): () => void {
  if (!others) begin();
  listeners.add(listener);
  listener(attention);
  return () => {
    listeners.delete(listener);
  };
}

function begin(): void {
  others = new BroadcastChannel('attention');
  others.onmessage = ({ data }: MessageEvent<Said>) => hear(data);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', look);
  look();
}

function set(next: Attention): void {
  if (attention === next) return;
  attention = next;
  for (const listener of listeners) listener(next);
}

function look(): void {
  clearTimeout(hiding);
  clearTimeout(taking);
  if (document.visibilityState !== 'visible') hiding = setTimeout(leave, HIDDEN_FOR);
  else lead();
}

function lead(): void {
  lookedAt = Math.max(Date.now(), newest + 1); // the clock may be set back
  others?.postMessage({ at: lookedAt, by: self } satisfies Said);
  set('live');
}

function leave(): void {
  clearTimeout(taking);
  const wasLive = attention === 'live';
  set('away');
  if (wasLive) others?.postMessage({ at: lookedAt, by: self, gone: true } satisfies Said);
}

function hear({ at, by, gone }: Said): void {
  newest = Math.max(newest, at);
  if (hasRoom()) return;
  clearTimeout(taking);
  if (gone) {
    if (attention === 'asking') taking = setTimeout(lead, Math.random() * SPREAD);
    return;
  }
  const isNewer = at > lookedAt || (at === lookedAt && by > self);
  if (attention === 'live' && isNewer) set(document.visibilityState === 'visible' ? 'asking' : 'away');
}

/** Returns whether pages share one connection (HTTP/2 and later). */
const hasRoom = (): boolean =>
  performance
    .getEntries()
    .some(
      (entry) =>
        entry.name.startsWith(location.origin) && /^h[23]/.test((entry as PerformanceResourceTiming).nextHopProtocol),
    );
