import { sql } from 'kysely';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import { addLateChannels } from '#server/alerting/launch/late-channels.ts';
import { lockDrafts } from '#server/alerting/messages/message-rows.ts';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { mayHaveIt } from '#server/alerting/progress/status.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { FollowUpKind } from '#server/channels/rendering/texts.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { sendingFeature } from '#shared/permissions.ts';
import { insertTexts } from './drafts.ts';
import {
  addressesPeople,
  allClearTexts,
  correctionTexts,
  type FollowUpTexts,
  newsTexts,
  type SentText,
} from './follow-up-texts.ts';
import { rightsOf } from './queries.ts';
import { insertReport, requireReport } from './report.ts';

/**
 * Creates the draft of a correction, all-clear or further message, on the report's channels, to the people who may have
 * received it; a further message has no publications. Returns an existing draft instead. Senders may also correct and
 * extend.
 */
export async function followReport(ctx: Context, id: number, kind: FollowUpKind): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, id);
  const rights = await rightsOf(ctx.db, id);
  const { reportType: type } = rights;
  if (!can(ctx, kind === 'all_clear' ? 'send_message' : sendingFeature(rights))) throw new Refusal('error_forbidden');
  if (kind !== 'all_clear' && rights.isCleared) throw new Refusal('error_all_clear_given');
  if (type === 'all_clear' && kind !== 'correction') throw new Refusal('error_invalid_input');
  const same = type === 'activation' ? 'staff_information' : type; // in any case, the alarm itself isn't repeated
  return follow(ctx, report.eventId, {
    kind,
    type: kind === 'all_clear' ? kind : same,
    choose: async () => [report.id],
  });
}

/** Creates an event's all-clear to all possible recipients. Prefers alarms without one. */
export async function giveAllClear(ctx: Context, eventId: number): Promise<Row<'reports'>> {
  if (!can(ctx, 'send_message')) throw new Refusal('error_forbidden');
  return follow(ctx, eventId, {
    kind: 'all_clear',
    type: 'all_clear',
    choose: async (tx) => {
      const { rows } = await sql<{ id: number; isOpen: boolean }>`
        select p.id, p.all_clear_at is null
            and exists (select 1 from messages m where m.report_id = p.id and m.launched_at is not null) as is_open
        from reports p join report_types t on t.id = p.report_type_id and t.identifier = 'activation'
        where p.event_id = ${eventId} and p.is_active order by p.id`.execute(tx);
      const open = rows.filter(({ isOpen }) => isOpen);
      return (open.length ? open : rows).map(({ id }) => id);
    },
  });
}

interface Following {
  kind: FollowUpKind;
  type: string;
  /** Returns possible reports under the event's lock. */
  choose: (tx: Tx) => Promise<number[]>;
}

async function follow(ctx: Context, eventId: number, { kind, type, choose }: Following): Promise<Row<'reports'>> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const state = await holdEvent(tx, eventId); // two parallel clicks create one draft
    if (state === 'finished' && kind !== 'all_clear') throw new Refusal('error_event_finished');
    const out = await sourcesOf(tx, await choose(tx));
    const sources = kind === 'to_all' ? out.filter(addressesPeople) : out;
    const followed = [...new Set(sources.flatMap(({ reports }) => reports))].sort((a, b) => a - b);
    if (!followed.length) throw new Refusal('error_nobody_reached');
    const waiting = await unsentFollowUp(tx, followed, kind);
    if (waiting) {
      const drafts = await lockDrafts(tx, waiting.id);
      await addLateChannels(tx, { reportId: waiting.id, like: drafts.map(({ id }) => id), by });
      return waiting;
    }
    const texts = await textsOf({ db: tx, viewer: ctx.viewer }, eventId, kind, sources);
    const report = await insertReport(
      tx,
      { event: eventId, reportType: await typeId(tx, type), ...texts.report, answerOptions: defaultAnswerOptions },
      by,
    );
    await sql`
      insert into report_follow_ups (report_id, follows_id, kind)
      select ${report.id}, unnest(${followed}::int[]), ${kind}`.execute(tx);
    const messages = await insertTexts(tx, report.id, texts.messages, by);
    await publish(tx, { message: messages, report: followed });
    return report;
  });
}

const textsOf = (
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  kind: FollowUpKind,
  sources: readonly SentText[],
): Promise<FollowUpTexts> => {
  if (kind === 'correction') return correctionTexts(ctx.db, sources);
  return kind === 'all_clear' ? allClearTexts(ctx, eventId, sources) : newsTexts(ctx, eventId, sources);
};

/**
 * Returns messages that reached anyone, one per channel with its last text. Includes pending steps, such as SMS after
 * mail.
 */
async function sourcesOf(tx: Tx, reports: readonly number[]): Promise<SentText[]> {
  const { rows } = await sql<SentText>`
    select distinct on (m.channel_id) m.id, m.channel_id, ct.identifier as channel_type, c.settings as channel_settings,
      m.title, m.content, m.versions, m.feed_values,
      array_agg(m.report_id) over (partition by m.channel_id) as reports
    from messages m join channels c on c.id = m.channel_id join channel_types ct on ct.id = c.channel_type_id
    where m.report_id = any(${reports}) and m.is_active
      and exists (
        select 1 from messages o join message_recipients r on r.message_id = o.id
        where o.report_id = m.report_id and o.is_active and ${mayHaveIt})
      and exists (
        select 1 from message_recipients r
        where r.message_id = m.id and (${mayHaveIt} or r.status in ${recipientStates.open}))
    order by m.channel_id, m.id desc`.execute(tx);
  return rows.sort((a, b) => a.id - b.id);
}

async function unsentFollowUp(tx: Tx, followed: readonly number[], kind: FollowUpKind): Promise<Row<'reports'> | null> {
  const { rows } = await sql<Row<'reports'>>`
    select p.* from reports p
    where p.is_active and array(
      select follows_id from report_follow_ups where report_id = p.id and kind = ${kind} order by 1) = ${followed}::int[]
      and (select bool_and(status in ${messageStates.editable}) from messages where report_id = p.id and is_active)
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
