import { sql } from 'kysely';
import { answerNote, recordAnswerIn } from '#server/alerting/answers/answers.ts';
import { withdrawAnswer } from '#server/alerting/answers/withdraw.ts';
import { holdReport } from '#server/alerting/cascade/cascade-queries.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { cut } from '#shared/cut.ts';

/** An operator's assignment of a reply. */
export interface Assignment {
  id: number;
  /** The reply's version as the operator saw it. */
  version: number;
  /** Any recipient row of the person in the report. */
  recipientId: number;
  option: string;
  minutes?: number | null | undefined;
}

/** Records a reply as a person's answer, and withdraws its earlier one. A parallel operator gets a conflict. */
export async function assignReply(ctx: Context, { id, version, recipientId, option, minutes }: Assignment) {
  const by = ctx.viewer!.id;
  await withRetries(ctx.db, async (tx) => {
    const reply = await holdReply(tx, id, version);
    const eventId = await eventOfQuestion(tx, recipientId);
    await holdReports(tx, { answerId: reply.answerId, recipientId });
    if (reply.answerId !== null) await withdrawAnswer(ctx, tx, reply.answerId, by);
    const answer = await recordAnswerIn(ctx, tx, {
      recipientId,
      option,
      minutes,
      text: cut(reply.text, answerNote.maximum), // the reply itself keeps all of it
      source: reply.channelType,
      by,
      requestHash: sha256(`reply ${id} ${version}`), // the same person again is a separate answer
    });
    await sql`
      update replies set event_id = ${eventId}, recipient_id = ${recipientId}, answer_id = ${answer.id},
        assigned_at = clock_timestamp(), assigned_by = ${by}, filed_at = null, filed_by = null, version = version + 1
      where id = ${id}`.execute(tx);
    await tell(tx, [reply.eventId, eventId]);
  });
}

/** Files a reply that answers nothing; it stays readable. */
export async function fileReply(ctx: Context, id: number, version: number): Promise<void> {
  const by = ctx.viewer!.id;
  await withRetries(ctx.db, async (tx) => {
    const { eventId } = await holdReply(tx, id, version);
    await sql`
      update replies set filed_at = clock_timestamp(), filed_by = ${by}, version = version + 1 where id = ${id}`.execute(
      tx,
    );
    if (eventId !== null) await appendLog(tx, { eventId, by, kind: 'reply_filed', data: { reply: id } });
    await tell(tx, [eventId]);
  });
}

/** Returns a reply to the inbox, and withdraws its answer. */
export async function reopenReply(ctx: Context, id: number, version: number): Promise<void> {
  await withRetries(ctx.db, async (tx) => {
    const { answerId, eventId } = await holdReply(tx, id, version);
    if (answerId !== null) await withdrawAnswer(ctx, tx, answerId, ctx.viewer!.id);
    await sql`
      update replies set recipient_id = null, answer_id = null, assigned_at = null, assigned_by = null, filed_at = null,
        filed_by = null, version = version + 1
      where id = ${id}`.execute(tx);
    await tell(tx, [eventId]);
  });
}

interface Held {
  version: number;
  text: string;
  eventId: number | null;
  answerId: number | null;
  channelType: string;
}

/** Locks a sorted reply at the operator's version. */
async function holdReply(tx: Tx, id: number, version: number): Promise<Held> {
  const { rows } = await sql<Held>`
    select r.version, r.text, r.event_id, r.answer_id, t.identifier as channel_type
    from replies r join channels c on c.id = r.channel_id join channel_types t on t.id = c.channel_type_id
    where r.id = ${id} and r.sorted_at is not null for update of r`.execute(tx);
  if (!rows[0]) throw new Refusal('error_not_found');
  refuseStale(rows[0], version);
  return rows[0];
}

/** Returns the event of a person's question; refuses exercises. */
async function eventOfQuestion(tx: Tx, recipientId: number): Promise<number> {
  const { rows } = await sql<{ eventId: number }>`
    select p.event_id from message_recipients r join reports p on p.id = r.report_id
    join events e on e.id = p.event_id and e.is_active and e.mode = 'LIVE'
    where r.id = ${recipientId} and r.token_hash is not null`.execute(tx);
  if (!rows[0]) throw new Refusal('error_not_found');
  return rows[0].eventId;
}

const tell = (tx: Tx, events: readonly (number | null)[]) =>
  publish(tx, { replies: true, event: [...new Set(events.flatMap((id) => id ?? []))] });

/** Locks both answers' reports and questions before logging, in the general order. */
async function holdReports(tx: Tx, { answerId, recipientId }: { answerId: number | null; recipientId: number }) {
  const { rows } = await sql<{ id: number }>`
    select report_id as id from answers where id = ${answerId}
    union select report_id from message_recipients where id = ${recipientId} order by 1`.execute(tx);
  for (const { id } of rows) await holdReport(tx, id);
  await sql`
    select 1 from message_recipients r
    where r.id = ${recipientId} or (r.report_id, r.person_id) in (
      select report_id, person_id from message_recipients where id = ${recipientId}
      union select report_id, person_id from answers where id = ${answerId})
    order by r.id for update`.execute(tx);
}
