import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { Refusal } from './errors.ts';
import { sha256 } from './secrets.ts';

// What is counted stands in a table, because several processes may serve the same visitor.

const freeFailures = 10;
const resetAfter = 100;
const day = 86_400;

/** Seconds to wait after so many failures in a row; endless after a hundred, until the password is reset. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  if (failures >= resetAfter) return Number.POSITIVE_INFINITY;
  return Math.min(900, 5 * 2 ** (failures - freeFailures));
}

/** A client's network: the IPv4 address, or the /64 of an IPv6 one, since a single client owns all of that. */
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
const keysOf = (email: string, ip: string) => {
  const [account, network] = [email.toLowerCase(), networkOf(ip)];
  return {
    account: keyOf('account', account),
    pair: keyOf('pair', account, network),
    known: keyOf('known', account, network),
    network: keyOf('network', network),
  };
};

interface Attempt {
  key: Buffer;
  count: number;
  age: number;
}

/**
 * Refuses a sign-in attempt that comes too soon: more than 20 failures per minute from a network, or within the
 * growing delay of the account. A network the account was used from before has a count of its own, so that nobody can
 * lock a user out of the office.
 */
export async function refuseTooSoon(db: Db, email: string, ip: string): Promise<void> {
  const keys = keysOf(email, ip);
  const { rows } = await sql<Attempt>`select key, count, extract(epoch from now() - last_at)::float8 as age
    from attempts where key = any(${Object.values(keys)}) and expires_at > now()`.execute(db);
  const found = (key: Buffer) => rows.find((row) => row.key.equals(key));
  const network = found(keys.network);
  if (network && network.count >= 20) throw tooMany(60);
  const own = found(found(keys.known) ? keys.pair : keys.account);
  const wait = own ? delayAfter(own.count) - own.age : 0;
  if (wait > 0) throw tooMany(Math.min(wait, day));
}

/** The refusal of whoever comes too often, with the seconds to wait. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many_attempts', undefined, { retryAfter: Math.ceil(seconds) });

/** Counts a failed sign-in; answers true once, when the account has just failed so often that it needs a reset. */
export async function recordFailure(db: Db, email: string, ip: string): Promise<boolean> {
  const keys = keysOf(email, ip);
  await count(db, keys.network, 60);
  const { rows } = await sql`select 1 from attempts where key = ${keys.known} and expires_at > now()`.execute(db);
  return (await count(db, rows.length ? keys.pair : keys.account, day, 'prolong')) === resetAfter;
}

/** Forgets the account's failures after a sign-in and remembers the network as one it is used from, for 30 days. */
export async function recordSuccess(tx: Tx, email: string, ip: string): Promise<void> {
  const keys = keysOf(email, ip);
  await tx.deleteFrom('attempts').where('key', 'in', [keys.account, keys.pair]).execute();
  await count(tx, keys.known, 30 * day, 'prolong');
}

/** Forgets the account's failures everywhere it matters; for a password that was reset. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('attempts').where('key', '=', keysOf(email, '').account).execute();
}

/** Whether one more of something (kind and what it concerns) is within `most` per `seconds`; counts it. */
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
 * `withinLimit` for many things of one kind at once, in their order. What is counted in one statement is counted as if one
 * came after the other. A crash of the database may forget the last of it: nobody waits for the disk.
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

/** Refuses with too_many_attempts beyond `most` per `seconds` from a network; counts. */
export async function refuseFlood(db: Db, kind: string, ip: string, most: number, seconds: number): Promise<void> {
  if (!(await withinLimit(db, kind, networkOf(ip), most, seconds))) throw tooMany(seconds);
}

const guesses = 6;
const guessPause = 300;
const guessKey = (userId: number) => keyOf('second factor', String(userId));

/**
 * Counts a try at the second factor before it is looked at, so that tries at the same moment count too; refuses for five
 * minutes after six in a row, and what comes in these minutes does not prolong them.
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

/** Forgets the tries at a user's second factor, because one was right or it is gone. */
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
