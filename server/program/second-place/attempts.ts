import { Refusal } from '#server/platform/errors.ts';
import { delayAfter, networkOf } from '#server/platform/throttle.ts';

const perMinute = 20;
/** Seconds. A stranger must not lock out the owner during a release. */
const longestDelay = 60;
const mostKeys = 10_000;

/** Counts attempts in memory, because a standby stores nothing. */
export interface MemoryAttempts {
  /** Counts an attempt in advance; refuses after too many failures. */
  begin(account: string, ip: string): void;
  /** Resets the account after a success. */
  succeed(account: string): void;
}

/** Counts like the sign-in, with at most a minute: by account, and 20 per minute and network. A restart forgets. */
export function countInMemory(now: () => number = () => performance.now()): MemoryAttempts {
  const accounts = new Map<string, { count: number; at: number }>();
  const networks = new Map<string, { count: number; since: number }>();
  return {
    begin(account, ip) {
      const at = now();
      const network = networks.get(networkOf(ip));
      const isCurrent = network !== undefined && at - network.since < 60_000;
      if (isCurrent && network.count >= perMinute) throw tooEarly(60 - (at - network.since) / 1000);
      const before = accounts.get(account);
      const delay = before ? Math.min(delayAfter(before.count), longestDelay) : 0;
      const wait = before ? delay - (at - before.at) / 1000 : 0;
      if (wait > 0) throw tooEarly(wait);
      remember(networks, networkOf(ip), isCurrent ? { ...network, count: network.count + 1 } : { count: 1, since: at });
      remember(accounts, account, { count: (before?.count ?? 0) + 1, at });
    },
    succeed: (account) => void accounts.delete(account),
  };
}

const tooEarly = (seconds: number) =>
  new Refusal('too_many_attempts', undefined, { retryAfter: Math.max(1, Math.ceil(seconds)) });

/** The oldest keys go first. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= mostKeys) return;
  const [oldest] = map.keys();
  map.delete(oldest!);
}
