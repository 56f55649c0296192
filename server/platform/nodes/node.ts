import { type RawBuilder, sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { startLoop } from './loop.ts';
import { nameProcess } from './process-id.ts';
import type { Times } from './times.ts';

export interface Node {
  id: string;
  /** Returns whether others count this process as alive; otherwise it may not send. */
  fresh(): boolean;
  /** Returns whether heartbeats have worked long enough to judge others. */
  steady(): boolean;
  leave(): Promise<void>;
}

type Parts = Pick<App, 'db' | 'log' | 'roles'>;

/** Writes the heartbeat of a process and returns its time. */
export type WriteBeat = (db: Db, id: string, roles: readonly string[]) => Promise<Date>;

/** SQL: writes a heartbeat and returns its time. */
export const beatOf = (id: string, roles: readonly string[]): RawBuilder<{ heartbeatAt: Date }> => sql`
  insert into nodes (id, roles) values (${id}, ${roles})
  on conflict (id) do update set heartbeat_at = clock_timestamp() returning heartbeat_at`;

const writeBeat: WriteBeat = async (db, id, roles) => {
  const { rows } = await beatOf(id, roles).execute(db);
  return rows[0]!.heartbeatAt;
};

const usualDrift = 2_000;

/** Milliseconds by which the database's clock is ahead of our monotonic one, bounded by a round trip. */
type Ahead = readonly [most: number, least: number];

/** Returns the milliseconds by which the database's clock jumped between two heartbeats; 0 without a jump. */
function stepBetween(before: Ahead | undefined, after: Ahead): number {
  if (!before) return 0;
  const [forward, back] = [after[1] - before[0], after[0] - before[1]];
  return forward > usualDrift ? forward : back < -usualDrift ? back : 0;
}

/**
 * Joins the processes of this database and maintains its heartbeat. Measures freshness on the monotonic clock from
 * before the request, so that no stopped process seems fresh. `write` may do more with the same statement.
 */
export async function joinNodes({ db, log, roles }: Parts, times: Times, write = writeBeat): Promise<Node> {
  const id = nameProcess();
  let lastBeat = Number.NEGATIVE_INFINITY;
  let goodSince = Number.NEGATIVE_INFINITY;

  let ahead: Ahead | undefined;

  const beat = async () => {
    const asked = performance.now();
    const written = await write(db, id, roles);
    const answered = performance.now();
    const at = written.getTime();
    const before = ahead;
    ahead = [at - asked, at - answered];
    const step = stepBetween(before, ahead);
    if (step) log.warn({ event: 'database_clock_stepped', seconds: Math.round(step / 1000) });
    // after an outage or a clock jump, others' heartbeats seem old until the next
    if (answered - lastBeat > times.fence || step) goodSince = answered;
    lastBeat = asked;
  };
  await beat().catch(() => undefined); // the loop keeps trying
  const loop = startLoop(log, 'heartbeat', [times.heartbeat, times.heartbeat], beat);
  const age = () => performance.now() - lastBeat;
  return {
    id,
    fresh: () => age() < times.fence,
    steady: () => age() < times.fence && performance.now() - goodSince >= times.steady,
    async leave() {
      await loop.stop();
      lastBeat = Number.NEGATIVE_INFINITY;
      await sql`delete from nodes where id = ${id}`.execute(db);
    },
  };
}
