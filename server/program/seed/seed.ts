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

/** False in images without the demo. */
export const hasDemo = existsSync(path.join(import.meta.dirname, '../../../demo'));

/**
 * Fills an empty database with base data, first account and perhaps the demo. Safe to call in parallel. Returns a
 * random password. Raises a ConfigError without the demo's files.
 */
export async function seed(app: App, { demo }: { demo: boolean }): Promise<{ firstPassword: string | null }> {
  return inTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4202)`.execute(tx);
    // without the demo, alarms are real
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
  // Also if the base data existed before.
  await tx.updateTable('systemSettings').set({ valueStr: 'test' }).where('valueKey', '=', 'server_type').execute();
}
