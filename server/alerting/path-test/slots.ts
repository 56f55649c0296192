import { type RawBuilder, sql } from 'kysely';
import { pathClock, slotOf } from '#server/api/http/path-failing.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** A synthetic alarm that this process has to run. */
interface PathTurn {
  slot: Date;
  /** Only the newest run may record its result. */
  runs: number;
}

// longer than a test may take
const abandonedAfter = 25;
// seconds; after a failover, another server's clock may differ
const mostSkew = 60;
const keptDays = 400;

/**
 * Takes the current test; null if another process has it. Takes over a dead process's. Removes future results after the
 * clock was set back.
 */
export async function takePathTurn(db: Db, at: RawBuilder<Date> = pathClock): Promise<PathTurn | null> {
  await sql`delete from path_tests where slot >= ${slotOf(at)} and exists (
    select from path_tests where slot > ${at}::timestamptz + make_interval(secs => ${mostSkew}))`.execute(db);
  const { rows } = await sql<PathTurn>`
    insert into path_tests as t (slot, started_at)
    select x.slot, ${at}::timestamptz from (select ${slotOf(at)} as slot) x where not exists (
      select from path_tests k where k.slot = x.slot
        and (k.ended_at is not null or k.started_at > ${at}::timestamptz - make_interval(secs => ${abandonedAfter})))
    on conflict (slot) do update set started_at = excluded.started_at, runs = t.runs + 1
      where t.ended_at is null and t.started_at <= ${at}::timestamptz - make_interval(secs => ${abandonedAfter})
    returning slot, runs`.execute(db);
  return rows[0] ?? null;
}

/** Records a test's result, unless taken over. */
export async function endPathTurn(
  db: Db,
  { slot, runs }: PathTurn,
  { milliseconds, failure }: { milliseconds: number; failure: string | null },
): Promise<void> {
  await sql`
    update path_tests set ended_at = clock_timestamp(), milliseconds = ${milliseconds}, failure = ${failure}
    where slot = ${slot} and runs = ${runs} and ended_at is null`.execute(db);
}

/** Deletes results older than any report. */
export async function purgePathTests(db: Db): Promise<void> {
  await sql`delete from path_tests where slot < clock_timestamp() - make_interval(days => ${keptDays})`.execute(db);
}
