import { sql } from 'kysely';
import { forgetInDirectories } from '#server/contacts/directories/links.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { limits } from '#shared/limits.ts';
import { forgetOldMappings } from './headers/remembered.ts';

/** Removes a person's values and samples from uploads. */
export async function forgetInUploads(tx: Tx, personId: number): Promise<void> {
  await forgetInDirectories(tx, personId);
  await sql`
    with own as (
      select upload_id, line from upload_rows where person_id = ${personId}
      union select r.upload_id, r.line from upload_rows r
        join people p on p.id = ${personId} and r.person_id is null
          and r.name in (p.first_name || ' ' || p.last_name, concat_ws(' ', p.title, p.first_name, p.last_name))),
    emptied as (
      update upload_rows r set name = '', changes = '{}', problems = ${withoutValues('problems')},
        remarks = ${withoutValues('remarks')} from own where r.upload_id = own.upload_id and r.line = own.line)
    update uploads set columns = ${withoutSamples} where id in (select upload_id from own)`.execute(tx);
}

/** Removes final uploads' rows, and unused mappings. */
export async function forgetOldUploads(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update uploads set rows_removed_at = now(), columns = ${withoutSamples}
      where rows_removed_at is null and status not in ('running', 'undoing')
        and coalesce(applied_at, inserted_at) < now() - make_interval(days => ${limits.csvUndoDays})
      returning id`.execute(tx);
    await sql`delete from upload_rows where upload_id = any(${rows.map(({ id }) => id)})`.execute(tx);
    await forgetOldMappings(tx);
  });
}

const withoutValues = (column: 'problems' | 'remarks') => sql`coalesce(
  (select jsonb_agg(p.value || '{"value": null}' order by p.place)
    from jsonb_array_elements(${sql.ref(`r.${column}`)}) with ordinality as p (value, place)), '[]')`;

const withoutSamples = sql`coalesce(
  (select jsonb_agg(c.value || '{"samples": []}' order by c.place)
    from jsonb_array_elements(uploads.columns) with ordinality as c (value, place)), '[]')`;
