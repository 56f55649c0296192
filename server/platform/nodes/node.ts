import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { startLoop } from './loop.ts';
import { nameProcess } from './process-id.ts';
import type { Times } from './times.ts';

/** This process among all that work on one database. */
export interface Node {
  id: string;
  /** Whether others still count on this process; without it nothing may be put on the wire. */
  fresh(): boolean;
  /** Whether heartbeats have gone well long enough to judge others. */
  steady(): boolean;
  /** Gives everything up that this process had claimed; others take it over at once. */
  leave(): Promise<void>;
}

type Parts = Pick<App, 'db' | 'log' | 'roles'>;

const usualDrift = 2_000;

/** Milliseconds by which the database's clock is before our monotonic one, as far as a round trip tells. */
type Ahead = readonly [most: number, least: number];

/** Milliseconds that the database's clock was set forward or back between two heartbeats; 0 when it just ran. */
function stepBetween(before: Ahead | undefined, after: Ahead): number {
  if (!before) return 0;
  const [forward, back] = [after[1] - before[0], after[0] - before[1]];
  return forward > usualDrift ? forward : back < -usualDrift ? back : 0;
}

/**
 * Joins the processes that work on this database and keeps its heartbeat there. Freshness is measured on the monotonic
 * clock from before the heartbeat was asked for: neither a stopped process nor a changed clock can seem fresh.
 */
export async function joinNodes({ db, log, roles }: Parts, times: Times): Promise<Node> {
  const id = nameProcess();
  let lastBeat = Number.NEGATIVE_INFINITY;
  let goodSince = Number.NEGATIVE_INFINITY;

  let ahead: Ahead | undefined;

  const beat = async () => {
    const asked = performance.now();
    const { rows } = await sql<{ at: Date }>`
      insert into nodes (id, roles) values (${id}, ${roles})
      on conflict (id) do update set heartbeat_at = clock_timestamp() returning heartbeat_at as at`.execute(db);
    const at = rows[0]!.at.getTime();
    const before = ahead;
    ahead = [at - asked, at - performance.now()];
    const step = stepBetween(before, ahead);
    if (step) log.warn({ event: 'database_clock_stepped', seconds: Math.round(step / 1000) });
    // by the clock that was set, the heartbeats of others are old until they come again
    if (asked - lastBeat > times.fence || step) goodSince = asked;
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
