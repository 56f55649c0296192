import { type RawBuilder, sql } from 'kysely';
import { isClosed } from '#server/api/by-person/closed.ts';
import { type Collection, idOf } from '#server/api/graphql/ids.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { kindOf, type LogKind } from '#shared/event-log/kinds.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';
import type { LogLine } from './log-line.ts';

const named: readonly [key: string, name: string, collection: Collection][] = [
  ['report', 'report', 'reports'],
  ['message', 'message', 'messages'],
  ['recipient', 'recipient', 'message_recipients'],
  ['person', 'person', 'people'],
  ['groupId', 'group', 'groups'],
];

/** Webhook events whose ids lead to the answer of one person, or of few. */
const ofAnswers = sql`array['answer.recorded', 'limit.reached', 'limit.reopened', 'limit.not_reached']`;

/** SQL: the ids of a webhook of this type lead to answers. */
export const isAboutAnswers = (type: RawBuilder<unknown>): RawBuilder<boolean> => sql`${type} = any(${ofAnswers})`;

/** SQL: ids without those that works-council mode withholds. */
export const withoutPeople = (ids: RawBuilder<unknown>): RawBuilder<Record<string, string>> =>
  sql`${ids} - array['person', 'recipient', 'group']`;

/** Queues webhook deliveries for log lines in their transaction. */
export async function queueWebhooks(db: Db | Tx, lines: readonly LogLine[]): Promise<void> {
  const told = lines.flatMap((line) => {
    const type = line.kind === 'note' ? null : webhookOf(line.kind, line.data);
    if (line.kind === 'note' || !type) return [];
    return [{ eventId: line.eventId, type, ids: { event: idOf('events', line.eventId), ...idsIn(line.data) } }];
  });
  if (!told.length) return;
  await sql`
    with queued as (
      insert into webhook_deliveries (webhook_id, type, data)
      select w.id, l.type, jsonb_build_object('mode', e.mode) ||
        case when ${isAboutAnswers(sql`l.type`)} and ${isClosed(sql.ref('e'), sql`'infinity'::timestamptz`)}
          then ${withoutPeople(sql`l.ids`)} else l.ids end
      from unnest(${told.map(({ eventId }) => eventId)}::int[], ${told.map(({ type }) => type)}::text[],
        ${told.map(({ ids }) => JSON.stringify(ids))}::jsonb[]) with ordinality as l (event_id, type, ids, place)
      join events e on e.id = l.event_id join webhooks w on w.is_active and l.type = any(w.event_types)
      order by l.place, w.id
      for key share of w skip locked -- one that is being removed is not waited for, and does not make the line fail
      returning 1)
    select pg_notify('changed', '["webhooks"]') from queued limit 1`.execute(db);
}

function webhookOf(kind: LogKind, data: object): WebhookEvent | null {
  const webhook = kindOf(kind)?.webhook ?? null;
  return typeof webhook === 'function' ? webhook(data) : webhook;
}

function idsIn(data: Record<string, unknown>): Record<string, string> {
  const found = named.flatMap(([key, name, collection]) => {
    const id = data[key];
    return typeof id === 'number' ? [[name, idOf(collection, id)]] : [];
  });
  return Object.fromEntries(found);
}
