import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Removes people's addresses, links and texts from messages, answers, replies and the exercise mailbox. */
export async function scrubHistory(db: Db | Tx, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await sql`
    delete from exercise_messages x where x.person_id = any(${ids})
      or x.recipient_id in (select id from message_recipients where person_id = any(${ids}))
      or (x.person_id is null and x.user_id is null and x.address in (
        select value_str from person_data where person_id = any(${ids})))`.execute(db);
  await sql`
    delete from replies x where x.recipient_id in (select id from message_recipients where person_id = any(${ids}))
      or x.from_address in (select address_norm from message_recipients where person_id = any(${ids}))
      or x.from_address in (select value_str from person_data where person_id = any(${ids}))`.execute(db);
  await sql`
    with held as materialized (
      select id from message_recipients where person_id = any(${ids}) and address_norm not like 'erased:%'
      order by id for update)
    update message_recipients r set target_address = '', address_norm = 'erased:' || r.id, token_hash = null,
      external_id = null
    from held where r.id = held.id`.execute(db);
  await sql`delete from devices where person_id = any(${ids})`.execute(db);
  await sql`delete from way_signs where person_id = any(${ids})`.execute(db);
  await sql`
    update answers set text = null, request_hash = null where person_id = any(${ids}) and text is not null`.execute(db);
}

/** Scrubs recently erased people again: a parallel launch or delivery may have written an address. */
export async function scrubErased(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from people where erased_at > now() - interval '7 days'`.execute(db);
  await scrubHistory(
    db,
    rows.map((row) => row.id),
  );
}
