import { sql } from 'kysely';
import { type Context, can } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { holdEvent } from '#server/event-log/states.ts';
import type { Row } from '#server/graphql/types.ts';
import { publish } from '#server/live/live.ts';
import { mayHaveIt } from '#server/messages/recipients/handed.ts';
import { defaultAnswerOptions } from '#server/messages/report-rules.ts';
import { insertTexts } from './drafts.ts';
import { allClearTexts, correctionTexts, type FollowUpTexts, type Source } from './follow-up-texts.ts';
import { reportTypeOf } from './queries.ts';
import { insertReport, requireReport } from './report.ts';

/** What a follow-up is: the right text for a wrong one, or the word that it is over. */
export type FollowUpKind = 'correction' | 'all_clear';

/**
 * The draft of a correction of a report, or of the all-clear for it: on the channels it went out on, to exactly those
 * who may have got it. While one is not sent, it is answered again instead of another.
 */
export async function followReport(ctx: Context, id: number, kind: FollowUpKind): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, id);
  const type = (await reportTypeOf(ctx.db, report.reportTypeId)) ?? '';
  if (type === 'all_clear' && kind === 'all_clear') throw new Refusal('error_invalid_input');
  requireFollowing(ctx, kind === 'correction' && type === 'activation');
  const correction = type === 'activation' ? 'staff_information' : type; // whatever it was, the call itself is not repeated
  return follow(ctx, report.eventId, {
    kind,
    type: kind === 'all_clear' ? kind : correction,
    choose: async () => [report.id],
  });
}

/** The draft of the all-clear for an event: as `followReport`, to everyone whom one of its activations may have reached. */
export async function giveAllClear(ctx: Context, eventId: number): Promise<Row<'reports'>> {
  requireFollowing(ctx, false);
  return follow(ctx, eventId, {
    kind: 'all_clear',
    type: 'all_clear',
    choose: async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select p.id from reports p join report_types t on t.id = p.report_type_id and t.identifier = 'activation'
        where p.event_id = ${eventId} and p.is_active order by p.id`.execute(tx);
      return rows.map((row) => row.id);
    },
  });
}

/** An alarm is corrected by whoever may send one; all else follows by whoever may send information. */
function requireFollowing(ctx: Context, alarm: boolean): void {
  if (!can(ctx, alarm ? 'send_activation_message' : 'send_message')) throw new Refusal('error_forbidden');
}

interface Following {
  kind: FollowUpKind;
  /** Identifier of the follow-up's report type. */
  type: string;
  /** The reports it may follow, read while the event is held; those that reached nobody are left out. */
  choose: (tx: Tx) => Promise<number[]>;
}

async function follow(ctx: Context, eventId: number, { kind, type, choose }: Following): Promise<Row<'reports'>> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const state = await holdEvent(tx, eventId); // two clicks at once make one draft
    if (state === 'finished' && kind === 'correction') throw new Refusal('error_event_finished');
    const sources = await sourcesOf(tx, await choose(tx));
    const followed = [...new Set(sources.flatMap(({ reports }) => reports))].sort((a, b) => a - b);
    if (!followed.length) throw new Refusal('error_nobody_reached');
    const waiting = await unsentFollowUp(tx, followed, type);
    if (waiting) return waiting;
    const texts = await textsOf({ db: tx, viewer: ctx.viewer }, eventId, kind, sources);
    const report = await insertReport(
      tx,
      { event: eventId, reportType: await typeId(tx, type), ...texts.report, answerOptions: defaultAnswerOptions },
      by,
    );
    await sql`insert into report_follow_ups (report_id, follows_id) select ${report.id}, unnest(${followed}::int[])`.execute(
      tx,
    );
    const messages = await insertTexts(tx, report.id, texts.messages, by);
    await publish(tx, { message: messages, report: followed });
    return report;
  });
}

const textsOf = (
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  kind: FollowUpKind,
  sources: readonly Source[],
): Promise<FollowUpTexts> =>
  kind === 'correction' ? correctionTexts(ctx.db, sources) : allClearTexts(ctx, eventId, sources);

/** What went out, one per channel with what it said last, and which of the reports did; public posts count. */
async function sourcesOf(tx: Tx, reports: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select distinct on (m.channel_id) m.id, m.channel_id, ct.identifier as channel_type, c.settings as channel_settings,
      m.title, m.content, m.feed_values,
      array_agg(m.report_id) over (partition by m.channel_id) as reports
    from messages m join channels c on c.id = m.channel_id join channel_types ct on ct.id = c.channel_type_id
    where m.report_id = any(${reports}) and m.is_active
      and exists (select 1 from message_recipients r where r.message_id = m.id and ${mayHaveIt})
    order by m.channel_id, m.id desc`.execute(tx);
  return rows.sort((a, b) => a.id - b.id);
}

/** A follow-up of exactly these reports that is still in its author's hands as a whole. */
async function unsentFollowUp(tx: Tx, followed: readonly number[], type: string): Promise<Row<'reports'> | null> {
  const { rows } = await sql<Row<'reports'>>`
    select p.* from reports p join report_types t on t.id = p.report_type_id
    where p.is_active and t.identifier = ${type}
      and array(select follows_id from report_follow_ups where report_id = p.id order by 1) = ${followed}::int[]
      and (select bool_and(status in ('draft', 'rejected')) from messages where report_id = p.id and is_active)
    order by p.id desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

async function typeId(tx: Tx, identifier: string): Promise<number> {
  const { id } = await tx
    .selectFrom('reportTypes')
    .select('id')
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow();
  return id;
}
