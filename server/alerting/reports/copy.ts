import { sql } from 'kysely';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import { featureFor, type Safety } from '#server/alerting/messages/report-rules.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { sendingFeature } from '#shared/permissions.ts';
import { copyRecipients, type DraftText, insertTexts } from './drafts.ts';
import { preparedOf } from './prepared.ts';
import { rightsOf } from './queries.ts';
import { insertReport, requireReport } from './report.ts';

/** Creates a draft with a report's texts, channels and recipients. A follow-up's copy needs the right to send it. */
export async function copyReport(ctx: Context, id: number): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, id);
  const rights = await rightsOf(ctx.db, id);
  const feature = rights.isFollowUp ? sendingFeature(rights) : featureFor('create', rights.reportType);
  if (!can(ctx, feature)) throw new Refusal('error_forbidden');
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, report.eventId);
    const before = await requireReport({ db: tx }, id);
    const { title, content } = before;
    const copy = await insertReport(
      tx,
      {
        event: before.eventId,
        reportType: before.reportTypeId,
        title,
        content,
        eventType: before.eventTypeId,
        location: before.locationId,
        place: before.place,
        description: before.description,
        language: before.language,
        prepared: preparedOf(before),
        answerOptions: await optionsOf(tx, id),
      },
      by,
    );
    await sql`
      insert into report_follow_ups (report_id, follows_id, kind)
      select ${copy.id}, follows_id, kind from report_follow_ups where report_id = ${id}`.execute(tx);
    const messages = await messagesOf(tx, id);
    const texts = messages.map((message) => ({
      ...message,
      title: saysTheSame(title, message.title) ? title : message.title,
      content: saysTheSame(content, message.content) ? content : message.content,
    }));
    const ids = await insertTexts(tx, copy.id, texts, by);
    for (const [at, message] of messages.entries()) await copyRecipients(tx, message.id, [ids[at]!]);
    await publish(tx, { message: ids });
    return copy;
  });
}

const optionsOf = async (tx: Tx, reportId: number) => {
  const rows = await tx
    .selectFrom('answerOptions')
    .select(['code', 'label', 'labelEn', 'kind', 'askMinutes', 'safety'])
    .where('reportId', '=', reportId)
    .orderBy('sortOrder')
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL',
    safety: row.safety as Safety | null,
  }));
};

/** Returns the author's texts; of undone messages the newest. */
async function messagesOf(tx: Tx, reportId: number): Promise<(DraftText & { id: number })[]> {
  const { rows } = await sql<DraftText & { id: number }>`
    select m.id, m.channel_id, m.title, m.content, m.request_answer, m.feed_values from messages m
    where m.report_id = ${reportId} and m.is_active and not m.handed_over and (not ${withdrawn} or not exists (
      select 1 from messages o where o.report_id = m.report_id and o.channel_id = m.channel_id and o.is_active
        and o.id > m.id))
    order by m.id`.execute(tx);
  return rows;
}

/** Returns whether texts are equal except for placeholder values. */
function saysTheSame(written: string, sent: string): boolean {
  const [first = '', ...between] = written.split(/(?<!\{)\{{2,}[^{}]*\}{2,}/);
  const last = between.pop();
  if (last === undefined) return written === sent;
  let at = sent.startsWith(first) ? first.length : sent.length + 1;
  for (const part of between) {
    const found = sent.indexOf(part, at);
    at = found < 0 ? sent.length + 1 : found + part.length;
  }
  return sent.endsWith(last) && at + last.length <= sent.length;
}
