import { sql } from 'kysely';
import { isMomentOpen } from '#server/api/by-person/access.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { withheldKinds } from '#shared/event-log/withheld.ts';
import type { Held } from './held.ts';

/** With the current names for its numbers. */
export interface LogFileEntry extends Held {
  id: number;
  /** Position in the log, from 1. */
  number: number;
  previousHash: string;
  hash: string;
  /** Name of the author. */
  author: string | null;
  /** The person concerned. */
  about: string | null;
  /** Free text of that person's answer. */
  words: string | null;
  correctsNumber: number | null;
  /** Only its place in the chain is shown. */
  isWithheld: boolean;
  /** Numbers of the entries that correct this one. */
  corrections: number[];
}

/** The viewer, whose rights decide. */
export type LogViewer = Parameters<typeof isMomentOpen>[0];

const portion = 2000;

/** Yields an event's log in batches, up to the present. Without a viewer nothing is withheld. */
export async function* readLogEntries(
  db: Db,
  eventId: number,
  viewer: LogViewer | null,
): AsyncGenerator<LogFileEntry[]> {
  const last = await sql<{ id: number }>`
    select id from log_entries where event_id = ${eventId} order by id desc limit 1`.execute(db);
  const end = last.rows[0]?.id ?? 0;
  const isOpen = viewer ? isMomentOpen(viewer, sql.ref('e'), sql.ref('l.at')) : sql`true`;
  let [after, number] = [0, 0];
  while (after < end) {
    const { rows } = await sql<Omit<LogFileEntry, 'number'>>`
      select l.id, l.event_id, extract(epoch from l.at)::text as at, l.by_user_id as by, l.kind, l.text, l.data::text as data,
        extract(epoch from l.happened_at)::text as happened_at, c.hash as corrects, l.previous_hash, l.hash,
        u.first_name || ' ' || u.last_name as author, nullif(trim(p.first_name || ' ' || p.last_name), '') as about,
        a.text as words, l.kind = any(${withheldKinds}::text[]) and not ${isOpen} as is_withheld,
        (select count(*)::int from log_entries x where x.event_id = l.event_id and x.id <= l.corrects and l.corrects is not null)
          as corrects_number,
        coalesce((select json_agg((select count(*) from log_entries y where y.event_id = l.event_id and y.id <= x.id) order by x.id)
          from log_entries x where x.corrects = l.id and x.id <= ${end}), '[]') as corrections
      from log_entries l join events e on e.id = l.event_id left join log_entries c on c.id = l.corrects left join users u on u.id = l.by_user_id
      left join people p on p.id = case when jsonb_typeof(l.data->'person') = 'number' then (l.data->>'person')::int end
      left join answers a on l.kind = 'answer'
        and a.id = case when jsonb_typeof(l.data->'answer') = 'number' then (l.data->>'answer')::int end
      where l.event_id = ${eventId} and l.id > ${after} and l.id <= ${end} order by l.id limit ${portion}`.execute(db);
    if (!rows.length) return;
    yield rows.map((row) => ({ ...row, number: ++number, correctsNumber: row.correctsNumber || null }));
    after = rows.at(-1)!.id;
  }
}
