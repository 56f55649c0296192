import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import { beatOf, type WriteBeat } from '#server/platform/nodes/node.ts';
import {
  type CopySign,
  findCopySign,
  type InstallationPlace,
  type InstallationRecord,
  type LastContact,
} from './find-copy-sign.ts';
import { makeMarker, readMarker, touchMarker } from './marker.ts';
import { unlessHidden } from './unless-hidden.ts';

type Parts = Pick<App, 'config' | 'db' | 'log'>;

interface Guard {
  mayLive(): Promise<boolean>;
  /**
   * Writes a heartbeat, with the next look of `mayLive` in the same statement. Returns also whether freed people wait
   * for the scheduler, whose notification may have been lost.
   */
  beat(...beat: Parameters<WriteBeat>): Promise<Beat>;
}

interface Found {
  known: InstallationRecord;
  place: InstallationPlace;
  isHeld: boolean;
  /** The cached state is older than a few seconds. */
  isStale: boolean;
  now: Date;
}

/** What a heartbeat reads besides the guard's state. */
export interface Beat {
  at: Date;
  hasWakes: boolean;
  /** The number of applied migrations. */
  migrations: number;
}

/** Milliseconds within which another active process must send a heartbeat: three intervals. */
const signOfLife = 6_000;

/** Milliseconds within which `mayLive` may use what a heartbeat has read. */
const freshFor = 1_000;

/**
 * Opens a process's guard. It remembers the database's state; if that and DATA_DIR's are unknown, the database counts
 * as live.
 */
export function openGuard(app: Parts, patience = signOfLife): Guard {
  let marked: string | null = null;
  let seen: { id: string; at: Date } | null = null;
  const { look, beat } = lookAt(app);
  let read: { found: Found; at: number } | null = null;
  // a heartbeat sent before a refusal may have read the state before it
  let refusedAt = Number.NEGATIVE_INFINITY;
  const takeRead = () => {
    const found = read && performance.now() - read.at < freshFor ? read.found : null;
    read = null;
    return found;
  };

  const remember = async (id: string, at: Date) => {
    seen = { id, at };
    const { DATA_DIR: dir } = app.config;
    const known = marked === id || (await readMarker(dir, id))?.isInPlace === true;
    marked = id;
    await (known ? touchMarker(dir, id, at) : makeMarker(dir, id, at)).catch(() => undefined); // it may be read-only
  };
  const lastContactOf = async (id: string): Promise<LastContact | null> => {
    return seen?.id === id ? { isInPlace: true, seenAt: seen.at } : readMarker(app.config.DATA_DIR, id);
  };
  // null if the database changed between two statements
  const check = async (): Promise<boolean | null> => {
    const { known, place, isHeld, isStale, now } = takeRead() ?? (await look());
    if (isHeld) return false;
    const sign = findCopySign(known, place, await lastContactOf(known.id));
    // a node with a copied or empty DATA_DIR joins a database on which others work
    const mayBeSeen = sign === 'copied' || sign === 'branched';
    if (sign && !(mayBeSeen && (await someoneLives(app, now, patience)))) {
      await hold(app, known.id, sign);
      return false;
    }
    const home = place.home.startsWith('/') ? (known.home ?? place.home) : place.home;
    const isSame = known.home === home && known.timeline === place.timeline;
    const at = isSame && !isStale ? known.livedAt : await live(app, known, { ...place, home });
    if (!at) return null;
    const before = seen?.id === known.id ? seen.at.getTime() : Number.NEGATIVE_INFINITY;
    if (at.getTime() - before >= 10_000) await remember(known.id, at);
    return true;
  };
  return {
    async mayLive() {
      const mayLive = (await check()) ?? (await check()) ?? false;
      if (!mayLive) refusedAt = performance.now();
      return mayLive;
    },
    async beat(...given) {
      const at = performance.now(); // before the request: its answer may be late
      const { found, ...written } = await beat(...given);
      read = found && at > refusedAt ? { found, at } : null;
      return written;
    },
  };
}

interface Stored {
  id: string;
  home: string | null;
  timeline: string | null;
  livedAt: Date | null;
  isHeld: boolean;
  isStale: boolean;
  now: Date;
  database: string;
  /** Null if the service hides them. */
  systemNow: string | null;
  timelineNow: string | null;
}

/** A written heartbeat, with the state unless a service hides parts of it. */
interface Written extends Beat {
  found: Found | null;
}

/** Returns functions that read the state, the second one with a heartbeat. */
function lookAt({ db }: Pick<App, 'db'>): {
  look(): Promise<Found>;
  beat: (...beat: Parameters<WriteBeat>) => Promise<Written>;
} {
  let isHidden = false;
  return {
    async look() {
      const whole = isHidden ? null : await unlessHidden(readStored(db, systemNow, timelineNow));
      isHidden ||= whole === null;
      return foundOf(whole ?? (await readInParts(db)));
    },
    async beat(own, id, roles) {
      const whole = isHidden ? null : await unlessHidden(writeBeat(own, beatOf(id, roles), systemNow, timelineNow));
      isHidden ||= whole === null;
      const { at, hasWakes, migrations, ...stored } =
        whole ?? (await writeBeat(own, beatOf(id, roles), unknown, unknown));
      return { at, hasWakes, migrations, found: whole && foundOf(stored) };
    },
  };
}

function foundOf(stored: Stored): Found {
  const { database, isHeld, isStale, now, systemNow: system, timelineNow: timeline, ...known } = stored;
  const place = { home: `${system ?? ''}/${database}`, timeline: timeline ?? known.timeline ?? '' };
  return { known, place, isHeld, isStale, now };
}

const systemNow = sql<string>`(select system_identifier::text from pg_control_system())`;
const timelineNow = sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
const unknown = sql<null>`null::text`;

async function readStored(
  db: Db,
  system: RawBuilder<string | null>,
  timeline: RawBuilder<string | null>,
): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, home, timeline, lived_at, held_at is not null as is_held, clock_timestamp() as now,
      coalesce(lived_at < clock_timestamp() - interval '10 seconds', true) as is_stale,
      (select oid::text from pg_database where datname = current_database()) as database,
      ${system} as system_now, ${timeline} as timeline_now
    from installation`.execute(db);
  return rows[0]!;
}

async function writeBeat(
  db: Db,
  beat: RawBuilder<unknown>,
  system: RawBuilder<string | null>,
  timeline: RawBuilder<string | null>,
): Promise<Stored & Beat> {
  const { rows } = await sql<Stored & Beat>`
    with beat as (${beat})
    select beat.heartbeat_at as at, exists (select from cascade_wakes) as has_wakes,
      (select count(*)::int from migrations) as migrations,
      id, home, timeline, lived_at, held_at is not null as is_held, clock_timestamp() as now,
      coalesce(lived_at < clock_timestamp() - interval '10 seconds', true) as is_stale,
      (select oid::text from pg_database where datname = current_database()) as database,
      ${system} as system_now, ${timeline} as timeline_now
    from beat cross join installation`.execute(db);
  return rows[0]!;
}

/** Omits hidden parts; the database's number replaces the system identifier. */
async function readInParts(db: Db): Promise<Stored> {
  return {
    ...(await readStored(db, unknown, unknown)),
    systemNow: await unlessHidden(askValue(db, systemNow)),
    timelineNow: await unlessHidden(askValue(db, timelineNow)),
  };
}

async function askValue(db: Db, expression: RawBuilder<string>): Promise<string | null> {
  const { rows } = await sql<{ value: string | null }>`select ${expression} as value`.execute(db);
  return rows[0]!.value;
}

/** Returns whether another sending process has a new heartbeat on this database. */
async function someoneLives({ db }: Pick<App, 'db'>, since: Date, patience: number): Promise<boolean> {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(200)) {
    const { rows } = await sql`
      select from nodes where 'worker' = any(roles) and heartbeat_at > ${since} limit 1`.execute(db);
    if (rows.length) return true;
  }
  return false;
}

/** Records a sign of life and the place; null if held or moved. */
async function live(
  { db }: Pick<App, 'db'>,
  { id, home: knownHome }: InstallationRecord,
  { home, timeline }: InstallationPlace,
): Promise<Date | null> {
  const { rows } = await sql<{ livedAt: Date | null }>`
    update installation set lived_at = greatest(lived_at, clock_timestamp()), home = ${home}, timeline = ${timeline}
    where id = ${id} and held_at is null and home is not distinct from ${knownHome}::text returning lived_at`.execute(
    db,
  );
  return rows[0]?.livedAt ?? null;
}

async function hold({ db, log }: Parts, id: string, why: CopySign): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update installation set held_at = clock_timestamp(), held_why = ${why}
      where id = ${id} and held_at is null returning id`.execute(tx);
    if (!rows.length) return;
    log.error({ event: 'installation_held', why });
    await publish(tx, { system: true });
  });
}
