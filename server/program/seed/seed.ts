import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { markDemo } from '#server/administration/demo-data/demo-rows.ts';
import { seedEmailChannel } from '#server/channels/from-environment.ts';
import { ConfigError } from '#server/platform/config.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { seedBase } from './base.ts';
import { seedOwner } from './owner.ts';

/** Whether this installation has the demo hospital; what runs in production may come without the folder. */
export const hasDemo = existsSync(path.join(import.meta.dirname, '../../../demo'));

/**
 * Fills an empty database: base data and the first account always, the demo hospital when asked. Base data that is
 * there already is left as it is. Several processes may call it at once. Answers the owner's password when random.
 * Raises a ConfigError when the demo hospital is asked for and not there.
 */
export async function seed(app: App, { demo }: { demo: boolean }): Promise<{ firstPassword: string | null }> {
  return inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4202)`.execute(tx);
    // without the demo it is meant for real use, and its first alarm is a real one
    await seedBase(tx, demo ? 'test' : 'production');
    await seedEmailChannel(app, tx);
    const firstPassword = await seedOwner(tx, app.config);
    if (demo && (await isEmpty(tx))) await addDemo(app, tx);
    return { firstPassword };
  });
}

async function isEmpty(tx: Tx): Promise<boolean> {
  const person = await tx.selectFrom('people').select('id').limit(1).executeTakeFirst();
  const event = await tx.selectFrom('events').select('id').limit(1).executeTakeFirst();
  return !person && !event;
}

async function addDemo(app: App, tx: Tx): Promise<void> {
  if (!hasDemo)
    throw new ConfigError('DEMO_DATA is 1, but this installation comes without the folder demo: set it to 0.');
  const { seedDemo } = await import('#demo/demo.ts');
  await markDemo(tx, () => seedDemo(app, tx));
  // also where the base data was there before
  await tx.updateTable('systemSettings').set({ valueStr: 'test' }).where('valueKey', '=', 'server_type').execute();
}
