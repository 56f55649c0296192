import { sql } from 'kysely';
import { allClearsOf } from '#server/alerting/progress/all-clears.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import type { PlaceholderValues } from '#shared/placeholders.ts';

/** Warnings before a report is sent. */
export interface ReportWarnings {
  /** It was prepared for another type than its event's. */
  typeDiffers: boolean;
  /** Another live event of its type runs without an all-clear. */
  kindRunning: boolean;
  /** The same, and all such events have their all-clear. */
  kindCleared: boolean;
  /** The text isn't in the organisation's language. */
  languageDiffers: boolean;
  /** An alarm with only a default place. */
  placeDefault: boolean;
  /** It is an alarm without a place. */
  placeMissing: boolean;
  /** An alarm of a general type without description. */
  whatMissing: boolean;
  /** A correction with an unchanged text on a channel. */
  sameText: boolean;
}

/** No warnings. */
export const noWarnings: ReportWarnings = {
  typeDiffers: false,
  kindRunning: false,
  kindCleared: false,
  languageDiffers: false,
  placeDefault: false,
  placeMissing: false,
  whatMissing: false,
  sameText: false,
};

interface Found extends Pick<ReportWarnings, 'typeDiffers' | 'languageDiffers' | 'placeDefault' | 'sameText'> {
  /** Other running events of its type. */
  sameKind: number[];
  /** It is an alarm for an event type. */
  isPrepared: boolean;
  isGeneral: boolean;
}

/** Returns warnings about type, place, description and correction. */
export async function reportWarningsOf(db: Db, reportId: number, values: PlaceholderValues): Promise<ReportWarnings> {
  const usual = await usualLanguage(db);
  const { rows } = await sql<Found>`
    select coalesce(r.event_type_id <> e.event_type_id, false) as type_differs,
      array(select o.id from events o where rt.identifier = 'activation' and e.mode = 'LIVE' and not e.is_running
          and t.identifier <> 'general' and o.id <> e.id and o.mode = 'LIVE' and o.is_running and o.is_active
          and r.event_type_id in (o.event_type_id, o.activation_event_type_id)) as same_kind,
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
  const nothing = { ...noWarnings, isPrepared: false, isGeneral: false, sameKind: [] };
  const { isPrepared, isGeneral, sameKind, ...found } = rows[0] ?? nothing;
  const cleared = sameKind.length ? await allClearsOf(db, sameKind) : new Map<number, Date>();
  const kindRunning = sameKind.some((id) => !cleared.has(id));
  return {
    ...found,
    kindRunning,
    kindCleared: sameKind.length > 0 && !kindRunning,
    placeMissing: isPrepared && !values['event.place'],
    whatMissing: isPrepared && isGeneral && !values['event.description'],
  };
}
