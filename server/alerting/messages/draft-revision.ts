import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { eventValues } from '#server/alerting/snippets/values.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import { answerOptions } from '#server/channels/rendering/content.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { placeholdersIn, saidPlaceholders } from '#shared/placeholders.ts';

interface Drafts {
  eventId: number;
  entered: string;
  texts: string;
}

/**
 * Returns a mark of a report's drafts: their set, texts, place and description, answers with their end, and chosen
 * recipients. Independent of lists' content, people's data and the event's name.
 */
export async function draftRevision(db: Db | Tx, reportId: number): Promise<string> {
  const { rows } = await sql<Drafts>`
    select r.event_id,
      json_build_array(r.title, r.content, r.prepared, r.event_type_id, r.location_id, r.place, r.description, r.answer_until,
        json_agg(json_build_array(m.id, m.channel_id, m.title, m.content, m.request_answer, ${answerOptions}, m.feed_values,
          m.for_group_id,
          array(select mailing_list_id from message_lists x where x.message_id = m.id order by 1),
          array(select group_id from message_groups x where x.message_id = m.id order by 1),
          array(select person_id from message_people x where x.message_id = m.id order by 1)) order by m.id))::text as entered,
      concat_ws(' ', r.title, r.content, string_agg(m.title || ' ' || m.content, ' ')) as texts
    from reports r join messages m on m.report_id = r.id and m.is_active and m.status = 'draft'
    where r.id = ${reportId}
    group by r.id`.execute(db);
  const drafts = rows[0];
  const said = drafts ? [drafts.entered, ...(await saidIn(db, reportId, drafts))] : [];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** Returns the mark, loaded once per request. */
export const loadDraftRevision = async (ctx: Context, report: number): Promise<string> => {
  const batch = async (ids: number[], db: Db) =>
    new Map(await Promise.all(ids.map(async (one) => [one, await draftRevision(db, one)] as const)));
  return (await loader<number, string>(ctx.loaders, 'seen', batch).load(report))!;
};

/** Returns place and description in the texts: the report's, otherwise the event's. */
async function saidIn(db: Db | Tx, report: number, { eventId, texts }: Drafts): Promise<(string | null)[]> {
  const mentioned = placeholdersIn(texts);
  const names = saidPlaceholders.filter((name) => mentioned.includes(name));
  if (!names.length) return [];
  const values = await eventValues({ db }, eventId, { report });
  return names.map((name) => values[name] ?? null);
}
