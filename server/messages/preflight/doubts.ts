import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';

/** What somebody should look at once more before a report is sent. */
export interface Doubts {
  /** It was prepared for another kind than its event's. */
  typeDiffers: boolean;
  /** It calls people in, and where stands only what is usual for its kind: nobody said so. */
  placeDefault: boolean;
}

/** Whether kind and place of a report are what somebody chose. */
export async function doubtsOf(db: Db, reportId: number): Promise<Doubts> {
  const { rows } = await sql<Doubts>`
    select coalesce(r.event_type_id <> e.event_type_id, false) as type_differs,
      rt.identifier = 'activation' and r.location_id is null and r.place is null and case
        when r.event_type_id <> e.event_type_id then t.location_id is not null
        else e.is_place_suggested and e.location_id is not null end as place_default
    from reports r join events e on e.id = r.event_id join report_types rt on rt.id = r.report_type_id
    left join event_types t on t.id = r.event_type_id where r.id = ${reportId}`.execute(db);
  return rows[0] ?? { typeDiffers: false, placeDefault: false };
}
