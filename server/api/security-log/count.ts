import { sql } from 'kysely';
import type { CountedLine, SecurityLog } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { startLoop } from '#server/platform/nodes/loop.ts';
import { type SecurityKind, securityKinds } from '#shared/security-log.ts';

interface Counted extends Required<CountedLine> {
  count: number;
  /** On the clock of `performance`. */
  first: number;
  last: number;
}

/** The limits of counting. */
export interface Rates {
  /** Milliseconds between two writes. */
  every: number;
  /** Entries written at once after a quiet time, and per second from then on. */
  burst: number;
  perSecond: number;
  /** Entries a day, with as many before; beyond that only kind and number are written, once an hour. */
  perDay: number;
  /** The maximum of different waiting entries, and of one network. */
  kept: number;
  ofNetwork: number;
}

const usualRates: Rates = { every: 1000, burst: 500, perSecond: 10, perDay: 20_000, kept: 1000, ofNetwork: 30 };

const hour = 3_600_000;

const mergedOf = (line: Counted): Counted => ({
  ...line,
  userId: null,
  apiKeyId: null,
  account: null,
  what: null,
  detail: 'others',
});

const keyOf = ({ count: _count, first: _first, last: _last, ...line }: Counted) => JSON.stringify(line);

/**
 * Starts counting. The first of a kind by the same user from the same network is written immediately, later ones once a minute
 * (use of keys: an hour), as one entry with their number. Of a flood with varying requests only kind and number are written, so
 * that memory and table don't grow with it.
 */
export function startSecurityLog({ db, log }: { db: Db; log: Logger }, rates: Rates = usualRates): SecurityLog {
  const waiting = new Map<string, Counted>();
  const ofNetwork = new Map<string, number>();
  const quietUntil = new Map<string, number>();
  let allowance = rates.burst;
  let ofDay = rates.perDay;
  let looked = performance.now();

  const weigh = (network: string | null, by: 1 | -1) => {
    if (network === null) return;
    const now = (ofNetwork.get(network) ?? 0) + by;
    if (now) ofNetwork.set(network, now);
    else ofNetwork.delete(network);
  };
  const add = (line: Counted) => {
    const key = keyOf(line);
    const known = waiting.get(key);
    if (known) {
      known.count += line.count;
      known.first = Math.min(known.first, line.first);
      known.last = Math.max(known.last, line.last);
      return;
    }
    const { network } = line;
    const isFull = waiting.size >= rates.kept;
    const isCrowded = network !== null && (ofNetwork.get(network) ?? 0) >= rates.ofNetwork;
    const merged = mergedOf(line);
    if (isFull && network !== null) add({ ...merged, network: null });
    else if (isCrowded && line.detail !== 'others') add(merged);
    else {
      waiting.set(key, line);
      weigh(network, 1);
    }
  };
  /** Removes and returns the entries to write now. */
  const take = (now: number, most: number): Counted[] => {
    const due = [...waiting].filter(([key]) => (quietUntil.get(key) ?? 0) <= now).slice(0, most);
    for (const [key, line] of due) {
      waiting.delete(key);
      weigh(line.network, -1);
    }
    return due.map(([, line]) => line);
  };
  /** Once the day's limit is reached, reduces due entries to kind and number. */
  const condense = (now: number) => {
    if (ofDay < 1) for (const line of take(now, waiting.size)) add({ ...mergedOf(line), network: null });
  };
  const put = async (lines: Counted[]) => {
    try {
      await write(db, lines);
    } catch (error) {
      for (const line of lines) add(line);
      throw error;
    }
    const now = performance.now();
    for (const line of lines) {
      const { every = 0 }: SecurityKind = securityKinds[line.kind];
      quietUntil.set(keyOf(line), now + (ofDay < 1 ? hour : every * 1000));
    }
  };
  const loop = startLoop(log, 'security_log', [rates.every, rates.every], async () => {
    const now = performance.now();
    const seconds = (now - looked) / 1000;
    allowance = Math.min(rates.burst, allowance + seconds * rates.perSecond);
    ofDay = Math.min(rates.perDay, ofDay + (seconds / 86_400) * rates.perDay);
    looked = now;
    for (const [key, until] of quietUntil) if (until <= now && !waiting.has(key)) quietUntil.delete(key);
    condense(now);
    const lines = take(now, Math.floor(ofDay < 1 ? allowance : Math.min(allowance, ofDay)));
    if (!lines.length) return;
    await put(lines);
    allowance -= lines.length;
    ofDay = Math.max(0, ofDay - lines.length);
  });
  return {
    count({ kind, network, userId = null, apiKeyId = null, what = null, detail = null, account = null }) {
      const now = performance.now();
      const texts = { network: plain(network), what: plain(what), detail: plain(detail), account: plain(account) };
      add({ kind, userId, apiKeyId, ...texts, count: 1, first: now, last: now });
    },
    async stop() {
      await loop.stop();
      condense(Number.POSITIVE_INFINITY);
      const lines = take(Number.POSITIVE_INFINITY, waiting.size);
      if (!lines.length) return;
      const count = lines.reduce((sum, line) => sum + line.count, 0);
      await write(db, lines).catch(() => log.warn({ event: 'security_log_lost', count }));
    },
  };
}

/** Removes NUL, which PostgreSQL rejects: one would block all counted entries. */
const plain = <Text extends string | null>(text: Text): Text => (text?.replaceAll('\0', '') ?? null) as Text;

/** Writes all in one statement; an address becomes its account's number, or nothing. */
async function write(db: Db, lines: readonly Counted[]): Promise<void> {
  const now = performance.now();
  const column = <T>(value: (line: Counted) => T) => lines.map(value);
  const age = (since: number) => (now - since) / 1000;
  await sql`
    insert into security_entries (at, last_at, kind, user_id, api_key_id, network, what, detail, count)
    select clock_timestamp() - make_interval(secs => max(first)),
      case when sum(count) > 1 then clock_timestamp() - make_interval(secs => min(last)) end,
      kind, coalesce(x.user_id, u.id), api_key_id, network, what, detail, sum(count)::int
    from unnest(${column(({ kind }) => kind)}::text[], ${column(({ userId }) => userId)}::int[],
      ${column(({ apiKeyId }) => apiKeyId)}::int[], ${column(({ network }) => network)}::text[],
      ${column(({ what }) => what)}::text[], ${column(({ detail }) => detail)}::text[],
      ${column(({ account }) => account)}::text[], ${column(({ count }) => count)}::int[],
      ${column(({ first }) => age(first))}::float8[], ${column(({ last }) => age(last))}::float8[])
      as x (kind, user_id, api_key_id, network, what, detail, account, count, first, last)
    left join users u on lower(u.email) = x.account
    group by kind, coalesce(x.user_id, u.id), api_key_id, network, what, detail
    order by max(first) desc`.execute(db);
}
