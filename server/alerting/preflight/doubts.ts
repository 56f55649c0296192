import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';

/** What somebody should look at once more before a report is sent. */
export interface Doubts {
  /** It was prepared for another kind than its event's. */
  typeDiffers: boolean;
  /** It calls people in for an event of its own, while a live one of its kind runs: it may be the same. */
  kindRunning: boolean;
  /** Its text is there in another language than the organisation's usual one only. */
  languageDiffers: boolean;
  /** It calls people in, and where stands only what is usual for its kind: nobody said so. */
  placeDefault: boolean;
  /** It calls people in, and neither its kind nor anybody says where. */
  placeMissing: boolean;
  /** It calls people in for what nothing was prepared for, and nobody says what happened. */
  whatMissing: boolean;
  /** It corrects, and a channel still says what it said before. */
  sameText: boolean;
}

/** No doubt at all. */
export const noDoubts: Doubts = {
  typeDiffers: false,
  kindRunning: false,
  languageDiffers: false,
  placeDefault: false,
  placeMissing: false,
  whatMissing: false,
  sameText: false,
};

interface Found extends Pick<Doubts, 'typeDiffers' | 'kindRunning' | 'languageDiffers' | 'placeDefault' | 'sameText'> {
  /** It calls people in for a kind of event. */
  isPrepared: boolean;
  isGeneral: boolean;
}

/** Whether kind, place, what happened and a correction's text are what somebody chose, as far as these values of a report's placeholders say. */
export async function doubtsOf(db: Db, reportId: number, values: PlaceholderValues): Promise<Doubts> {
  const usual = await usualLanguage(db);
  const { rows } = await sql<Found>`
    select coalesce(r.event_type_id <> e.event_type_id, false) as type_differs,
      coalesce(rt.identifier = 'activation' and e.mode = 'LIVE' and not e.is_running and t.identifier <> 'general' and exists (
        select from events o where o.id <> e.id and o.mode = 'LIVE' and o.is_running and o.is_active
          and r.event_type_id in (o.event_type_id, o.activation_event_type_id)), false) as kind_running,
      coalesce(r.language <> ${usual}, false) and not (coalesce(r.prepared ? ${usual}, false) and exists ( -- everyone gets their own version
        select from jsonb_each(r.prepared) p where p.value ->> 'title' = r.title and p.value ->> 'content' = r.content))
        as language_differs,
      rt.identifier = 'activation' and r.location_id is null and r.place is null and case
        when r.event_type_id <> e.event_type_id then t.location_id is not null
        else e.is_place_suggested and e.location_id is not null end as place_default,
      rt.identifier = 'activation' and t.id is not null as is_prepared,
      coalesce(t.identifier = 'general', false) as is_general,
      exists (
        select 1 from report_follow_ups f
        join messages m on m.report_id = f.report_id and m.is_active and m.status in ${messageStates.editable}
        join messages s on s.report_id = f.follows_id and s.is_active and s.channel_id = m.channel_id
        where f.report_id = r.id and f.kind = 'correction' and s.content = m.content
          and right(m.title, length(s.title)) = s.title) as same_text
    from reports r join events e on e.id = r.event_id join report_types rt on rt.id = r.report_type_id
    left join event_types t on t.id = r.event_type_id where r.id = ${reportId}`.execute(db);
  const { isPrepared, isGeneral, ...found } = rows[0] ?? { ...noDoubts, isPrepared: false, isGeneral: false };
  return {
    ...found,
    placeMissing: isPrepared && !values['event.place'],
    whatMissing: isPrepared && isGeneral && !values['event.description'],
  };
}
