import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { reachOf } from './reach.ts';
import { changeReport, holdSituationReport, noteStep, reportReference, type SituationReportRow } from './rows.ts';

/**
 * Mails an approved report to lists, each person once. Failed mails are retried, also live ones in the exercise
 * mailbox. Runs after the commit.
 */
export async function mailSituationReport(
  ctx: Context,
  id: number,
  lists: readonly number[],
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, {
      from: ['approved', 'distributed'],
      set: sql`status = 'distributed', mail_sent_at = now()`,
      refusal: 'error_situation_report_not_approved',
    });
    const { people } = await reachOf(tx, id, lists);
    if (!people.length) throw new Refusal('error_no_recipients', { lists: 'error_no_recipients' });
    const { rows } = await sql<{ mailId: number }>`
      insert into situation_report_mails (situation_report_id, person_id, is_private)
      select ${id}, person_id, is_private from unnest(
        ${people.map(({ personId }) => personId)}::int[], ${people.map(({ isPrivate }) => isPrivate)}::boolean[])
        as p (person_id, is_private)
      on conflict (situation_report_id, person_id)
        do update set status = 'queued', attempts = 0, is_private = excluded.is_private, way = null, channel_id = null,
          reason = null, sent_at = null
      returning id as mail_id`.execute(tx);
    await ctx.jobs.enqueue(tx, 'situation_report_mail', ...rows);
    const names = await tx
      .selectFrom('mailingLists')
      .select('name')
      .where('id', 'in', [...lists])
      .orderBy('id')
      .execute();
    const data = { ...reportReference(row), count: people.length, lists: names.map(({ name }) => name) };
    await noteStep(tx, row.eventId, by, { kind: 'situation_report_mailed', data });
    return row;
  });
}

type MailRow = Row<'situationReportMails'> & { lastName: string; firstName: string; rank: number };

/** Returns recipients: failed, then waiting ones. */
export function listMails(ctx: Context, id: number, args: PageArgs): Promise<Page<Row<'situationReportMails'>>> {
  const query = sql<MailRow>`
    select m.*, p.last_name, p.first_name, case m.status when 'failed' then 0 when 'queued' then 1 else 2 end as rank
    from situation_report_mails m join people p on p.id = m.person_id
    join situation_reports s on s.id = m.situation_report_id join events e on e.id = s.event_id and e.is_active
    where m.situation_report_id = ${id}`;
  return listPage(ctx, args, query, [
    { key: 'rank' },
    { key: 'lastName', text: true },
    { key: 'firstName', text: true },
    { key: 'id' },
  ]);
}

/** In people. Live mails in the exercise mailbox don't count. */
export interface Mailed {
  total: number;
  sent: number;
  failed: number;
}

/** Returns `Mailed`, in one query per request. */
export async function loadMailed(ctx: { loaders: Loaders }, id: number): Promise<Mailed> {
  const counts = loader<number, Mailed>(ctx.loaders, 'situationReport.mailed', async (ids, db) => {
    const { rows } = await sql<Mailed & { id: number }>`
      select m.situation_report_id as id, count(*) as total,
        count(*) filter (where m.status = 'sent' and not n.nowhere) as sent,
        count(*) filter (where m.status = 'failed' or m.status = 'sent' and n.nowhere) as failed
      from situation_report_mails m join situation_reports s on s.id = m.situation_report_id
      join events e on e.id = s.event_id
      cross join lateral (select e.mode = 'LIVE' and m.way is not distinct from 'mailbox' as nowhere) n
      where m.situation_report_id = any(${ids}) group by m.situation_report_id`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (await counts.load(id)) ?? { total: 0, sent: 0, failed: 0 };
}
