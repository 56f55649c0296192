import { sql } from 'kysely';
import { movePlaceInTitles } from '#server/alerting/snippets/move-place.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogData } from '#shared/event-log/kinds.ts';
import { beginWork } from './begin-work.ts';
import { appendLog } from './log.ts';

interface Said {
  eventId: number;
  name: string;
  eventTypeId: number | null;
  activationEventTypeId: number | null;
  locationId: number | null;
  place: string | null;
  isPlaceSuggested: boolean;
  description: string | null;
  /** The report's event details; null if unspecified. */
  saidTypeId: number | null;
  saidType: string | null;
  saidTypeEn: string | null;
  saidLocationId: number | null;
  saidPlace: string | null;
  saidDescription: string | null;
  isActivation: boolean;
}

/**
 * Applies a draft's event details with log entries, in the launching transaction. Only for the first launch that wasn't
 * undone, because details may have been corrected since. The event is alarmed for the activation's type. Its place
 * becomes the author's, unless about another type.
 */
export async function takeOver(
  tx: Tx,
  reportId: number,
  messageIds: readonly number[],
  by: number | null,
): Promise<void> {
  const said = await saidBy(tx, reportId, messageIds);
  if (!said) return;
  const change = changeOf(said);
  if (!Object.keys(change).length) return;
  await tx.updateTable('events').set(change).where('id', '=', said.eventId).execute();
  const { eventId, name } = said;
  if ('place' in change)
    await movePlaceInTitles(tx, eventId, said, { locationId: said.saidLocationId, place: said.saidPlace });
  const fields: LogData<'event_updated'>['fields'] = [
    ...('description' in change ? (['description'] as const) : []),
    ...('eventTypeId' in change && !('activationEventTypeId' in change) ? (['eventType'] as const) : []),
    ...('place' in change ? (['location'] as const) : []),
  ];
  if (fields.length) await appendLog(tx, { eventId, by, kind: 'event_updated', data: { name, fields } });
  if ('activationEventTypeId' in change) {
    const data = { name, activationEventType: said.saidType!, activationEventTypeEn: said.saidTypeEn };
    await appendLog(tx, { eventId, by, kind: 'event_escalated', data });
  }
  if ('eventTypeId' in change || 'activationEventTypeId' in change) await beginWork(tx, eventId, by);
  await publish(tx, { event: [eventId], running: true });
}

async function saidBy(tx: Tx, reportId: number, messageIds: readonly number[]): Promise<Said | undefined> {
  const { rows } = await sql<Said>`
    select e.id as event_id, e.name, e.event_type_id, e.activation_event_type_id, e.location_id, e.place,
      e.is_place_suggested, e.description, r.event_type_id as said_type_id, t.name as said_type,
      t.name_en as said_type_en,
      r.location_id as said_location_id, r.place as said_place, r.description as said_description,
      rt.identifier = 'activation' as is_activation
    from reports r join events e on e.id = r.event_id join report_types rt on rt.id = r.report_type_id
    left join event_types t on t.id = r.event_type_id
    where r.id = ${reportId} and not exists (
      select 1 from messages m where m.report_id = r.id and m.launched_at is not null and not ${withdrawn}
        and m.id <> all(${messageIds}))`.execute(tx);
  return rows[0];
}

function changeOf(said: Said) {
  const { saidTypeId, saidLocationId, saidPlace, saidDescription } = said;
  const saysPlace = saidLocationId !== null || saidPlace !== null;
  const isElsewhere = saidLocationId !== said.locationId || saidPlace !== said.place;
  // another occurrence in an event doesn't move it
  const isOther = saidTypeId !== null && said.eventTypeId !== null && saidTypeId !== said.eventTypeId;
  return {
    ...(saidTypeId !== null && said.eventTypeId === null ? { eventTypeId: saidTypeId } : {}),
    ...(said.isActivation && saidTypeId !== null && saidTypeId !== said.activationEventTypeId
      ? { activationEventTypeId: saidTypeId }
      : {}),
    ...(!isOther && saysPlace && (isElsewhere || said.isPlaceSuggested)
      ? { locationId: saidLocationId, place: saidPlace, isPlaceSuggested: false }
      : {}),
    ...(!isOther && saidDescription !== null && saidDescription !== said.description
      ? { description: saidDescription }
      : {}),
  };
}
