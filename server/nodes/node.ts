import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import { startLoop } from './loop.ts';
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

/**
 * Joins the processes that work on this database and keeps its heartbeat there. Freshness is measured on the monotonic
 * clock from before the heartbeat was asked for: neither a stopped process nor a changed clock can seem fresh.
 */
export async function joinNodes({ db, log, roles }: Parts, times: Times): Promise<Node> {
  const id = randomUUID();
  let lastBeat = Number.NEGATIVE_INFINITY;
  let goodSince = Number.NEGATIVE_INFINITY;

  const beat = async () => {
    const asked = performance.now();
    await sql`
      insert into nodes (id, roles) values (${id}, ${roles})
      on conflict (id) do update set heartbeat_at = clock_timestamp()`.execute(db);
    if (asked - lastBeat > times.fence) goodSince = asked;
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
