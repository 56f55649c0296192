import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { type Loaders, loader } from '#server/graphql/loaders.ts';
import { reachOf } from './reach.ts';
import { changeReport, holdReport, noteStep, numbered, type SituationReportRow } from './rows.ts';

/**
 * Mails an approved report to the people of lists, with its PDF: each person once, whichever lists and however often it
 * is asked for; a mail that failed is tried again. Sent in the background after the commit.
 */
export async function mailSituationReport(
  ctx: Context,
  id: number,
  lists: readonly number[],
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdReport(tx, id);
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
        do update set status = 'queued', attempts = 0, is_private = excluded.is_private
      returning id as mail_id`.execute(tx);
    await ctx.jobs.enqueue(tx, 'situation_report_mail', ...rows);
    const names = await tx
      .selectFrom('mailingLists')
      .select('name')
      .where('id', 'in', [...lists])
      .orderBy('id')
      .execute();
    const data = { ...numbered(row), count: people.length, lists: names.map(({ name }) => name) };
    await noteStep(tx, row.eventId, by, { kind: 'situation_report_mailed', data });
    return row;
  });
}

/** How far the mailing of a report is, in people. */
export interface Mailed {
  total: number;
  sent: number;
  failed: number;
}

/** `Mailed` for one report of many that a request shows. */
export async function loadMailed(ctx: { loaders: Loaders }, id: number): Promise<Mailed> {
  const counts = loader<number, Mailed>(ctx.loaders, 'situationReport.mailed', async (ids, db) => {
    const { rows } = await sql<Mailed & { id: number }>`
      select situation_report_id as id, count(*) as total, count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as failed
      from situation_report_mails where situation_report_id = any(${ids}) group by situation_report_id`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (await counts.load(id)) ?? { total: 0, sent: 0, failed: 0 };
}
