import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import { openSyslog, type SyslogConnection } from './connection.ts';
import { messageOf } from './format.ts';

type Entry = Row<'securityEntries'>;

/** The pace of forwarding. */
export interface SyslogPace {
  /** Milliseconds between two searches for entries. */
  every: number;
  group: number;
  /** Milliseconds to detect a lost server before entries count as forwarded. */
  settles: number;
  /** Limits beyond which waiting entries are skipped. */
  keptHours: number;
  kept: number;
}

const usualPace: SyslogPace = { every: 1000, group: 200, settles: 500, keptHours: 24, kept: 100_000 };

// after a crash, another process forwards them
const claimSeconds = 60;

/**
 * Forwards the security log to a syslog server, each entry at least once. Skips entries beyond a day or 100,000, and
 * forwards their number. Earlier entries are not forwarded.
 */
export function startTelling({ db, log }: Pick<App, 'db' | 'log'>, url: string, pace: SyslogPace = usualPace): Loop {
  let connection: SyslogConnection | null = null;
  let isAway = false;
  let hasBegun = false;
  const away = (error?: unknown) => {
    if (!isAway) log.warn({ event: 'syslog_away', code: (error as { code?: string } | undefined)?.code });
    isAway = true;
    connection?.close();
    connection = null;
    return false;
  };
  const isConnected = async () => {
    if (connection?.isOpen()) return true;
    connection?.close();
    connection = null;
    try {
      connection = await openSyslog(url);
    } catch (error) {
      return away(error);
    }
    await leaveOut({ db, log }, pace);
    return true;
  };
  const isTold = async (entries: readonly Entry[]) => {
    const way = connection!;
    try {
      await way.send(entries.map(messageOf));
      // TCP accepts data without a reader at first
      await pause(pace.settles);
    } catch (error) {
      return away(error);
    }
    if (!way.isOpen()) return away();
    if (isAway) log.info({ event: 'syslog_back' });
    isAway = false;
    return true;
  };
  const loop = startLoop(log, 'syslog', [pace.every, pace.every], async () => {
    if (!hasBegun) await begin(db);
    hasBegun = true;
    for (;;) {
      if (!(await isConnected())) return;
      const entries = await claim(db, pace.group);
      if (!entries.length) return;
      const done = await isTold(entries);
      await settle(db, entries, done);
      if (!done || entries.length < pace.group) return;
    }
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      connection?.close();
    },
  };
}

const portion = 10_000;

/** Skips earlier entries, some at a time. */
async function begin(db: Db): Promise<void> {
  await sql`update installation set syslog_since = clock_timestamp() where syslog_since is null`.execute(db);
  for (;;) {
    const { numAffectedRows } = await sql`
      update security_entries set due_at = null where id in (
        select id from security_entries
        where due_at is not null and at < (select syslog_since from installation) order by id limit ${portion}
        for update skip locked)`.execute(db);
    if (Number(numAffectedRows) < portion) return;
  }
}

/** Records that there is no syslog server. */
export async function endTelling(db: Db): Promise<void> {
  await sql`update installation set syslog_since = null where syslog_since is not null`.execute(db);
}

async function claim(db: Db, most: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    update security_entries set due_at = now() + make_interval(secs => ${claimSeconds}::int)
    where id in (
      select id from security_entries where due_at is not null and due_at <= now()
      order by id limit ${most} for update skip locked)
    returning *`.execute(db);
  return rows.sort((a, b) => a.id - b.id);
}

async function settle(db: Db, entries: readonly Entry[], isTold: boolean): Promise<void> {
  await sql`update security_entries set due_at = case when ${isTold}::boolean then null else now() end
    where id = any(${entries.map(({ id }) => id)}::int[])`.execute(db);
}

/** Skips entries that waited too long and forwards their number, once a server is reachable. */
async function leaveOut({ db, log }: Pick<App, 'db' | 'log'>, { keptHours, kept }: SyslogPace): Promise<void> {
  const left = await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      with old as (
        update security_entries set due_at = null where id in (
          select id from security_entries where due_at is not null and due_at <= now()
            and (at < now() - make_interval(hours => ${keptHours}::int) or id <= (
              select id from security_entries where due_at is not null order by id desc offset ${kept} limit 1))
          order by id for update skip locked)
        returning count)
      select coalesce(sum(count), 0)::int as n from old`.execute(tx);
    const { n } = rows[0]!;
    if (n) await recordSecurity(tx, { kind: 'lost', by: null, detail: 'syslog', count: n });
    return n;
  });
  if (left) log.warn({ event: 'syslog_left_out', count: left });
}
