import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type Feature, featuresOf } from '#shared/permissions.ts';

/** A user who may receive mails. */
export interface Holder {
  id: number;
  language: string;
  name: string;
}

export async function findHolders(db: Db | Tx, feature: Feature): Promise<Holder[]> {
  const { rows } = await sql<Holder & { roles: string[] }>`
    select id, language, roles, first_name || ' ' || last_name as name from users where is_active
    order by last_name, first_name, id`.execute(db);
  return rows.filter(({ roles }) => featuresOf(roles).includes(feature));
}
