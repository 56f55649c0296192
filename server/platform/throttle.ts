import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from './errors.ts';
import { sha256 } from './secrets.ts';

// counters are in a table, because several processes may serve the same visitor
const freeFailures = 10;
const resetAfter = 100;
const day = 86_400;

/** Returns the seconds to wait after consecutive failures; infinite after a hundred, until the password is reset. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  if (failures >= resetAfter) return Number.POSITIVE_INFINITY;
  return Math.min(900, 5 * 2 ** (failures - freeFailures));
}

/** Returns a client's network: the IPv4 address, or an IPv6 /64. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]!.split('::');
  const groups = head ? head.split(':') : [];
  const rest = tail ? tail.split(':') : [];
  const filled =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest];
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const keyOf = (kind: string, ...parts: string[]) => sha256(JSON.stringify([kind, ...parts]));
const accountOf = (email: string) => keyOf('account', email.toLowerCase());
const keysOf = (email: string, ip: string) => {
  const [account, network] = [email.toLowerCase(), networkOf(ip)];
  return {
    account: accountOf(email),
    pair: keyOf('pair', account, network),
    known: keyOf('known', account, network),
    network: keyOf('network', network),
  };
};

const mostOfNetwork = 20;
const networkSeconds = 60;

interface Count {
  key: Buffer;
  count: number;
  lastAt: Date;
  age: number;
}

interface Counted {
  /** The counter's key: the account, or the account in a known network. */
  own: Buffer;
  /** Null if the account knows the network. */
  network: Buffer | null;
  found: (key: Buffer) => Count | undefined;
}

/** A sign-in attempt, counted as a failure in advance. */
export interface Attempt {
  takeBack(): Promise<void>;
  /** If it was wrong, the account has reached the limit and needs a reset. */
  isLast: boolean;
}

/**
 * Refuses early sign-ins: more than 20 failures per minute from a network, or within the account's growing delay. In a
 * known network, the account has its own counter, so that no one can lock users out.
 */
export async function refuseTooSoon(db: Db, email: string, ip: string): Promise<void> {
  await lookAt(db, email, ip);
}

/** Like `refuseTooSoon`, but counts the attempt, including parallel ones. */
export async function countAttempt(db: Db, email: string, ip: string): Promise<Attempt> {
  for (;;) {
    const { own, network, found } = await lookAt(db, email, ip);
    const before = found(own);
    // a changed count means parallel attempts
    const counted = await countOn(db, own, { seen: before?.count ?? 0, account: accountOf(email) });
    if (!counted) continue;
    if (network) await count(db, network, networkSeconds);
    return {
      isLast: counted === resetAfter,
      takeBack: () => takeBack(db, { own, network, before }),
    };
  }
}

async function lookAt(db: Db, email: string, ip: string): Promise<Counted> {
  const keys = keysOf(email, ip);
  const { rows } = await sql<Count>`
    select key, count, last_at, extract(epoch from now() - last_at)::float8 as age
    from attempts where key = any(${Object.values(keys)}) and expires_at > now()`.execute(db);
  const found = (key: Buffer) => rows.find((row) => row.key.equals(key));
  const isKnown = found(keys.known) !== undefined;
  const own = isKnown ? keys.pair : keys.account;
  if (!isKnown && (found(keys.network)?.count ?? 0) >= mostOfNetwork) throw tooMany(networkSeconds);
  const failures = found(own);
  const delay = delayAfter(failures?.count ?? 0);
  const wait = delay - (failures?.age ?? 0);
  // attempts counted after this check don't matter
  if (delay > 0 && wait > 0) throw tooMany(Math.min(wait, day));
  return { own, network: isKnown ? null : keys.network, found };
}

/** Increments a counter if unchanged; returns its new value, otherwise null. */
async function countOn(db: Db, key: Buffer, { seen, account }: { seen: number; account: Buffer }) {
  const { rows } = await sql<{ count: number }>`
    insert into attempts as a (key, account, expires_at)
    values (${key}, ${account}, now() + make_interval(secs => ${day}))
    on conflict (key) do update set last_at = now(), expires_at = excluded.expires_at, account = excluded.account,
      count = case when a.expires_at < now() then 1 else a.count + 1 end
    where case when a.expires_at < now() then 0 else a.count end = ${seen}
    returning count`.execute(db);
  return rows[0]?.count ?? null;
}

async function takeBack(db: Db, { own, network, before }: Omit<Counted, 'found'> & { before: Count | undefined }) {
  await sql`update attempts set count = greatest(count - 1, 0),
      last_at = case when key = ${own} and ${before !== undefined} then ${before?.lastAt ?? new Date()} else last_at end
    where key = any(${network ? [own, network] : [own]})`.execute(db);
}

/** Returns the refusal of too frequent attempts, with the seconds to wait. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many_attempts', undefined, { retryAfter: Math.ceil(seconds) });

/** Resets the account's failures after a sign-in; its network is known for 30 days. */
export async function recordSuccess(tx: Tx, email: string, ip: string): Promise<void> {
  const keys = keysOf(email, ip);
  await tx.deleteFrom('attempts').where('key', 'in', [keys.account, keys.pair]).execute();
  await count(tx, keys.known, 30 * day, 'prolong');
}

/** Resets the account's failures from all networks. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('attempts').where('account', '=', accountOf(email)).execute();
}

/** Counts an occurrence (kind and key); returns whether it is within `most` per `seconds`. */
export async function withinLimit(
  db: Db | Tx,
  kind: string,
  of: string,
  most: number,
  seconds: number,
): Promise<boolean> {
  return (await count(db, keyOf(kind, of.toLowerCase()), seconds)) <= most;
}

/**
 * Runs `withinLimit` for many keys, as if in sequence. Doesn't wait for the disk, so a crash may lose the last counts.
 */
export async function areWithinLimit(
  db: Db,
  kind: string,
  of: readonly string[],
  { most, seconds }: { most: number; seconds: number },
): Promise<boolean[]> {
  const keys = of.map((one) => keyOf(kind, one.toLowerCase()));
  const { rows } = await sql<{ key: Buffer; count: number }>`
    with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into attempts as a (key, count, expires_at)
    select key, count(*), now() + make_interval(secs => ${seconds}) from unnest(${keys}::bytea[]) as x (key), unflushed
    group by key order by key
    on conflict (key) do update set last_at = now(),
      count = case when a.expires_at < now() then excluded.count else a.count + excluded.count end,
      expires_at = case when a.expires_at < now() then excluded.expires_at else a.expires_at end
    returning key, count`.execute(db);
  const counts = new Map(rows.map(({ key, count }) => [key.toString('hex'), count]));
  const counted = keys.map((key) => key.toString('hex'));
  const within = counted.toReversed().map((key) => {
    const count = counts.get(key)!;
    counts.set(key, count - 1);
    return count <= most;
  });
  return within.reverse();
}

/** Counts; refuses with too_many_attempts beyond `most` per `seconds` from a network. */
export async function refuseFlood(db: Db, kind: string, ip: string, most: number, seconds: number): Promise<void> {
  if (!(await withinLimit(db, kind, networkOf(ip), most, seconds))) throw tooMany(seconds);
}

const guesses = 6;
const guessPause = 300;
const guessKey = (userId: number) => keyOf('second factor', String(userId));

/**
 * Counts an attempt at the second factor in advance. Refuses for five minutes after six consecutive ones; further
 * attempts don't extend that.
 */
export async function refuseGuessing(db: Db, userId: number): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into attempts as a (key, expires_at)
    values (${guessKey(userId)}, now() + make_interval(secs => ${guessPause}))
    on conflict (key) do update set last_at = now(),
      count = case when a.expires_at < now() then 1 else a.count + 1 end,
      expires_at = case when a.expires_at < now() or a.count < ${guesses} then excluded.expires_at else a.expires_at end
    returning count, extract(epoch from expires_at - now())::float8 as wait`.execute(db);
  if (rows[0]!.count > guesses) throw tooMany(rows[0]!.wait);
}

/** Resets the attempts at a user's second factor. */
export async function forgetGuesses(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('attempts').where('key', '=', guessKey(userId)).execute();
}

async function count(db: Db | Tx, key: Buffer, seconds: number, prolong?: 'prolong'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into attempts as a (key, expires_at) values (${key}, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set last_at = now(),
      count = case when a.expires_at < now() then 1 else a.count + 1 end,
      expires_at = case when a.expires_at < now() or ${prolong !== undefined} then excluded.expires_at else a.expires_at end
    returning count`.execute(db);
  return rows[0]!.count;
}
