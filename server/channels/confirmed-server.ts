import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { Adapter, Values } from './channel.ts';
import { adapterFor } from './registry.ts';

/** The settings that decide a mail's server and security, and the mailbox of copies. */
const deciding = ['provider', 'host', 'port', 'secure', 'verify', 'user', 'from'] as const;

/** An active channel that sends mail. */
export interface MailChannel {
  id: number;
  name: string;
  nameEn: string | null;
  type: string;
  settings: unknown;
  secrets: Buffer | null;
  confirmedServer: string | null;
  adapter: Adapter;
}

/** Returns the active mail channels in order of use. */
export async function mailChannels(db: Db | Tx): Promise<MailChannel[]> {
  const rows = await db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.name', 'c.nameEn', 'c.settings', 'c.secrets', 'c.confirmedServer', 't.identifier as type'])
    .where('t.identifier', '<>', 'exercise')
    .where('c.isActive', '=', true)
    .where('t.isActive', '=', true)
    .orderBy('c.id')
    .execute();
  return rows.flatMap((row) => {
    const adapter = adapterFor(row.type, row.settings);
    return adapter?.shape === 'mail' ? [{ ...row, adapter }] : [];
  });
}

/** Returns the deciding settings of a mail channel as text; null for others. */
export function serverOf(type: string, settings: unknown): string | null {
  const adapter = adapterFor(type, settings);
  if (adapter?.shape !== 'mail') return null;
  const values = valuesOf(adapter, settings);
  return JSON.stringify(deciding.map((name) => values[name] ?? null));
}

/** Returns a mail channel's settings with defaults. */
export const valuesOf = (adapter: Adapter, settings: unknown): Values => ({
  ...Object.fromEntries(adapter.fields.map((field) => [field.name, field.default ?? null])),
  ...(settings as Values),
});

/** Returns whether a system owner confirmed the current server. */
export const isConfirmed = ({ type, settings, confirmedServer }: MailChannel): boolean =>
  confirmedServer !== null && confirmedServer === serverOf(type, settings);

/** Confirms a channel's server; returns false if it differs from `seen`. */
export async function confirmedNow(tx: Tx, channelId: number, seen?: string): Promise<boolean> {
  const { rows } = await sql<{ type: string; settings: unknown }>`
    select t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = ${channelId}`.execute(tx);
  const server = rows[0] ? serverOf(rows[0].type, rows[0].settings) : null;
  if (server === null || (seen !== undefined && seen !== server)) return false;
  await tx.updateTable('channels').set({ confirmedServer: server }).where('id', '=', channelId).execute();
  return true;
}
