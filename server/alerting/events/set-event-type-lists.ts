import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/** Returns an event type's mailing lists, including inactive ones. */
export async function listIdsOfType(tx: Tx, eventTypeId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('eventTypeMailingLists')
    .select('mailingListId')
    .where('eventTypeId', '=', eventTypeId)
    .orderBy('sortOrder')
    .orderBy('mailingListId')
    .execute();
  return rows.map(({ mailingListId }) => mailingListId);
}

/** Sets them in order, followed by invisible inactive ones. */
export async function setListsOfType(tx: Tx, eventTypeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from event_type_mailing_lists x using mailing_lists l
    where x.event_type_id = ${eventTypeId} and l.id = x.mailing_list_id and (l.is_active or l.id = any(${ids}))`.execute(
    tx,
  );
  await sql`
    update event_type_mailing_lists set sort_order = sort_order + ${ids.length} where event_type_id = ${eventTypeId}`.execute(
    tx,
  );
  await sql`
    insert into event_type_mailing_lists (event_type_id, mailing_list_id, sort_order)
    select ${eventTypeId}, id, place - 1 from unnest(${ids}::int[]) with ordinality as given (id, place)`.execute(tx);
}
