import { sql } from 'kysely';
import { addressOf } from '#server/api/contact-address.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { featuresOf } from '#shared/permissions.ts';
import type { TriggerWay } from '#shared/trigger-ways.ts';

/** A stored trigger. */
export type Trigger = Row<'triggers'>;

/** Returns the active trigger of a keyword or number. */
export async function findTrigger(db: Db | Tx, way: TriggerWay, by: string | number): Promise<Trigger | null> {
  const which = typeof by === 'number' ? sql`id = ${by}` : sql`identifier = ${by}`;
  const { rows } = await sql<Trigger>`
    select * from triggers where ${which} and is_active and ${way} = any(ways)`.execute(db);
  return rows[0] ?? null;
}

/** A permitted user or listed sender. */
export interface TriggerSender {
  userId: number | null;
}

/** Returns the permitted owner of a number or address; null otherwise. */
export async function senderOf(db: Db | Tx, trigger: Trigger, address: string): Promise<TriggerSender | null> {
  const { rows } = await sql<{ id: number; roles: string[] }>`
    select id, roles from users
    where is_active and (mobile_phone_number = ${address} or lower(email) = ${address}) order by id`.execute(db);
  const user = rows.find(({ roles }) => featuresOf(roles).includes('start_trigger'));
  if (user) return { userId: user.id };
  return (trigger.senders ?? '').split('\n').includes(address) ? { userId: null } : null;
}

/** Normalizes numbers and addresses by line; null if invalid. */
export function normalizeSenders(text: string, country: string): string | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const norms = lines.map((line) => addressOf(line.includes('@') ? 'email' : 'phone', line, country)?.norm);
  return norms.every(Boolean) ? [...new Set(norms)].join('\n') : null;
}
