import { sql } from 'kysely';
import { seedEmailChannel } from '#server/channels/from-environment.ts';
import type { App } from '#server/context.ts';
import { seedDemo } from '#server/seed/demo/demo.ts';
import { seedBase } from './base.ts';
import { seedOwner } from './owner.ts';

/**
 * Fills an empty database: base data and the first account always, the demo hospital when asked. Base data that is
 * there already is left as it is. Several processes may call it at once. Answers the owner's password when random.
 */
export async function seed(app: App, { demo }: { demo: boolean }): Promise<{ firstPassword: string | null }> {
  return app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4202)`.execute(tx);
    await seedBase(tx);
    await seedEmailChannel(app, tx);
    const firstPassword = await seedOwner(tx, app.config);
    if (demo) await seedDemo(app, tx);
    return { firstPassword };
  });
}
