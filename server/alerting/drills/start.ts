import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Loop } from '#server/platform/nodes/loop.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import { endDueDrills } from './end-due.ts';
import { drillClock, startDueDrills } from './start-due.ts';

const every = [20_000, 30_000] as const;

/** Starts and ends the drills whose time has come. */
export const startDrills = (app: App, pace: WorkPace): Loop =>
  pace.loop(app.log, 'drills', every, () => runDrills(app), { calm: every });

async function runDrills(app: App): Promise<void> {
  const { rows } = await sql`select from drills where state in ('planned', 'running') limit 1`.execute(app.db);
  if (!rows.length) return;
  await startDueDrills(app);
  await endDueDrills(app, drillClock);
}
