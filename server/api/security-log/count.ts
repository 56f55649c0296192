import { sql } from 'kysely';
import type { CountedLine, SecurityLog } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Pause, startLoop } from '#server/platform/nodes/loop.ts';
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
  /** Entries at once after a quiet time, and per second later. */
  burst: number;
  perSecond: number;
  /** Entries a day; beyond that only kind and number, once an hour. */
  perDay: number;
  /** The maximum of waiting entries, and of one network. */
  kept: number;
  ofNetwork: number;
}

const usualRates: Rates = { every: 1000, burst: 500, perSecond: 10, perDay: 20_000, kept: 1000, ofNetwork: 30 };

const hour = 3_600_000;

// milliseconds between two turns while there are no entries to write
const longestRest = 60_000;

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
 * Starts counting. The first of a kind by user and network is written immediately, later ones as one entry a minute
 * (use of keys: an hour). Of a flood only kind and number are written, so that memory and table stay small.
 */
export function startSecurityLog({ db, log }: { db: Db; log: Logger }, rates: Rates = usualRates): SecurityLog {
  const counter = new Counter(db, rates);
  let isResting = false;
  let waking: NodeJS.Timeout | undefined;
  const pauses = (): Pause => {
    isResting = counter.isEmpty;
    const time = isResting ? longestRest : rates.every;
    return [time, time];
  };
  const loop = startLoop(log, 'security_log', pauses, () => counter.writeDue());
  const endRest = () => {
    if (isResting) waking = setTimeout(loop.wake, rates.every);
    isResting = false;
  };
  return {
    count({ kind, network, userId = null, apiKeyId = null, what = null, detail = null, account = null }) {
      const now = performance.now();
      const texts = { network: plain(network), what: plain(what), detail: plain(detail), account: plain(account) };
      counter.add({ kind, userId, apiKeyId, ...texts, count: 1, first: now, last: now });
      endRest();
    },
    async stop() {
      clearTimeout(waking);
      await loop.stop();
      const lines = counter.takeAll();
      if (!lines.length) return;
      const count = lines.reduce((sum, line) => sum + line.count, 0);
      await write(db, lines).catch(() => log.warn({ event: 'security_log_lost', count }));
    },
  };
}

class Counter {
  readonly #db: Db;
  readonly #rates: Rates;
  readonly #waiting = new Map<string, Counted>();
  readonly #ofNetwork = new Map<string, number>();
  readonly #quietUntil = new Map<string, number>();
  #allowance: number;
  #ofDay: number;
  #looked = performance.now();

  constructor(db: Db, rates: Rates) {
    this.#db = db;
    this.#rates = rates;
    this.#allowance = rates.burst;
    this.#ofDay = rates.perDay;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(line: Counted): void {
    const key = keyOf(line);
    const known = this.#waiting.get(key);
    if (known) {
      known.count += line.count;
      known.first = Math.min(known.first, line.first);
      known.last = Math.max(known.last, line.last);
      return;
    }
    const { network } = line;
    const isFull = this.#waiting.size >= this.#rates.kept;
    const isCrowded = network !== null && (this.#ofNetwork.get(network) ?? 0) >= this.#rates.ofNetwork;
    const merged = mergedOf(line);
    if (isFull && network !== null) this.add({ ...merged, network: null });
    else if (isCrowded && line.detail !== 'others') this.add(merged);
    else {
      this.#waiting.set(key, line);
      this.#weigh(network, 1);
    }
  }

  async writeDue(): Promise<void> {
    const now = performance.now();
    this.#refill(now);
    for (const [key, until] of this.#quietUntil)
      if (until <= now && !this.#waiting.has(key)) this.#quietUntil.delete(key);
    this.#condense(now);
    const most = this.#ofDay < 1 ? this.#allowance : Math.min(this.#allowance, this.#ofDay);
    const lines = this.#take(now, Math.floor(most));
    if (!lines.length) return;
    await this.#put(lines);
    this.#allowance -= lines.length;
    this.#ofDay = Math.max(0, this.#ofDay - lines.length);
  }

  takeAll(): Counted[] {
    this.#condense(Number.POSITIVE_INFINITY);
    return this.#take(Number.POSITIVE_INFINITY, this.#waiting.size);
  }

  #refill(now: number): void {
    const seconds = (now - this.#looked) / 1000;
    this.#allowance = Math.min(this.#rates.burst, this.#allowance + seconds * this.#rates.perSecond);
    this.#ofDay = Math.min(this.#rates.perDay, this.#ofDay + (seconds / 86_400) * this.#rates.perDay);
    this.#looked = now;
  }

  #weigh(network: string | null, by: 1 | -1): void {
    if (network === null) return;
    const now = (this.#ofNetwork.get(network) ?? 0) + by;
    if (now) this.#ofNetwork.set(network, now);
    else this.#ofNetwork.delete(network);
  }

  #take(now: number, most: number): Counted[] {
    const due = [...this.#waiting].filter(([key]) => (this.#quietUntil.get(key) ?? 0) <= now).slice(0, most);
    for (const [key, line] of due) {
      this.#waiting.delete(key);
      this.#weigh(line.network, -1);
    }
    return due.map(([, line]) => line);
  }

  #condense(now: number): void {
    if (this.#ofDay >= 1) return;
    for (const line of this.#take(now, this.#waiting.size)) this.add({ ...mergedOf(line), network: null });
  }

  async #put(lines: Counted[]): Promise<void> {
    try {
      await write(this.#db, lines);
    } catch (error) {
      for (const line of lines) this.add(line);
      throw error;
    }
    const now = performance.now();
    for (const line of lines) {
      const { every = 0 }: SecurityKind = securityKinds[line.kind];
      this.#quietUntil.set(keyOf(line), now + (this.#ofDay < 1 ? hour : every * 1000));
    }
  }
}

/** Removes NUL, which PostgreSQL rejects: one would block all counted entries. */
const plain = <Text extends string | null>(text: Text): Text => (text?.replaceAll('\0', '') ?? null) as Text;

/** Writes all in one statement; addresses become their account's number. */
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
