import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
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
  /** What counts the tries: of the account, or of the account in a network it was used from before. */
  own: Buffer;
  /** Null where the network is known to the account. */
  network: Buffer | null;
  found: (key: Buffer) => Count | undefined;
}

/** A try to sign in that was counted as a wrong one before it was looked at. */
export interface Attempt {
  /** It was not wrong: it counts no more, and nobody waits for it. */
  takeBack(): Promise<void>;
  /** If it was wrong, the account has just failed so often that it needs a reset. */
  isLast: boolean;
}

/**
 * Refuses a sign-in that comes too soon: more than 20 failures per minute from a network, or within the growing delay of the
 * account. In a network that the account was used from before, it has a count of its own and none of the network, so that
 * nobody can lock a user out of the office.
 */
export async function refuseTooSoon(db: Db, email: string, ip: string): Promise<void> {
  await lookAt(db, email, ip);
}

/** The same, and counts the try: what is tried at the same moment counts too. */
export async function countAttempt(db: Db, email: string, ip: string): Promise<Attempt> {
  for (;;) {
    const { own, network, found } = await lookAt(db, email, ip);
    const before = found(own);
    // who sees another count than we saw was there in between, and may have to wait now
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
  // a try that was counted after this look began is of the future
  if (delay > 0 && wait > 0) throw tooMany(Math.min(wait, day));
  return { own, network: isKnown ? null : keys.network, found };
}

/** Counts one more where as many were seen; answers how many there are then, null where there were not as many. */
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

/** The refusal of whoever comes too often, with the seconds to wait. */
export const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many_attempts', undefined, { retryAfter: Math.ceil(seconds) });

/** Forgets the account's failures after a sign-in and remembers the network as one it is used from, for 30 days. */
export async function recordSuccess(tx: Tx, email: string, ip: string): Promise<void> {
  const keys = keysOf(email, ip);
  await tx.deleteFrom('attempts').where('key', 'in', [keys.account, keys.pair]).execute();
  await count(tx, keys.known, 30 * day, 'prolong');
}

/** Forgets the account's failures, from whatever network they came; for a password that was reset. */
export async function forgetFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('attempts').where('account', '=', accountOf(email)).execute();
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
