import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { type Text, withPlace } from '#shared/said-lines.ts';

/** An event's place: a location or free words. */
export type Where = Pick<Row<'events'>, 'locationId' | 'place'>;

interface Unsent extends Pick<Row<'reports'>, 'id' | 'title'> {
  prepared: Record<string, Text> | null;
}

/** Renames a moved event's place in unsent titles, unless their own. */
export async function movePlaceInTitles(tx: Tx, eventId: number, from: Where, to: Where): Promise<void> {
  const [before, after] = [await nameOf(tx, from), await nameOf(tx, to)];
  if (!before || before === after) return;
  const move = { before, after };
  const { rows } = await sql<Unsent>`
    select r.id, r.title, r.prepared from reports r
    where r.event_id = ${eventId} and r.is_active and r.location_id is null and r.place is null
      and not exists (select 1 from messages m where m.report_id = r.id and m.launched_at is not null)
    order by r.id for no key update`.execute(tx);
  for (const { id, title, prepared } of rows) {
    const texts = Object.entries(prepared ?? {}).map(([code, text]) => [
      code,
      { ...text, title: withPlace(text.title, move) },
    ]);
    await sql`
      update reports set title = ${withPlace(title, move)},
        prepared = case when prepared is not null then ${JSON.stringify(Object.fromEntries(texts))}::jsonb end
      where id = ${id}`.execute(tx);
    const messages = await sql<Pick<Row<'messages'>, 'id' | 'title'>>`
      select id, title from messages where report_id = ${id} and launched_at is null order by id`.execute(tx);
    for (const message of messages.rows) {
      const moved = withPlace(message.title, move);
      if (moved === message.title) continue;
      await sql`update messages set title = ${moved} where id = ${message.id}`.execute(tx);
    }
  }
}

async function nameOf(tx: Tx, { locationId, place }: Where): Promise<string | undefined> {
  if (place) return place;
  const { rows } = await sql<{ name: string }>`select name from locations where id = ${locationId}`.execute(tx);
  return rows[0]?.name;
}
