import { sql } from 'kysely';
import { addWakes } from '#server/alerting/cascade/cascade.ts';
import { databaseNow, holdReport, isDoubled, newerOf } from '#server/alerting/cascade/cascade-queries.ts';
import { noChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { type AnswerState, answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { type Renewal, renewRecipients } from '#server/alerting/recipients/renew.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { forgetArrivals } from './write-group.ts';

interface Withdrawn {
  reportId: number;
  eventId: number;
  recipientId: number;
  personId: number | null;
  option: string | null;
  optionEn: string | null;
}

/**
 * Withdraws an answer recorded by mistake. Stop limits are recalculated, and cancelled messages leave, unless stopped
 * since. The log keeps both.
 */
export async function withdrawAnswer(
  app: Pick<App, 'jobs' | 'secrets'>,
  tx: Tx,
  answerId: number,
  by: number | null,
): Promise<void> {
  const answer = await findAnswer(tx, answerId);
  if (!answer) return;
  const { reportId, eventId, recipientId, personId, option, optionEn } = answer;
  await holdReport(tx, reportId);
  await sql`
    update answers set option_id = null, minutes = null, text = null, withdrawn_at = clock_timestamp()
    where id = ${answerId}`.execute(tx);
  const messages = personId === null ? [] : await askAfterAll(app, tx, { reportId, personId });
  if (personId !== null) {
    await forgetUnlessComing(tx, reportId, personId);
    await addWakes(tx, [{ reportId, personId }]);
  }
  const data = { report: reportId, recipient: recipientId, person: personId, option, optionEn };
  const changes = noChanges(reportId, eventId);
  await publishChanges(app, tx, { ...changes, messages, lines: [{ kind: 'answer_withdrawn', data }] }, by);
}

async function findAnswer(tx: Tx, id: number): Promise<Withdrawn | null> {
  const { rows } = await sql<Withdrawn>`
    select a.report_id, p.event_id, a.recipient_id, a.person_id, o.label as option,
      o.label_en as option_en
    from answers a join reports p on p.id = a.report_id left join answer_options o on o.id = a.option_id
    where a.id = ${id} and a.withdrawn_at is null and a.recipient_id is not null`.execute(tx);
  return rows[0] ?? null;
}

/** Removes the arrival of a person who no longer comes. */
async function forgetUnlessComing(tx: Tx, reportId: number, personId: number): Promise<void> {
  const { rows } = await sql<Pick<AnswerState, 'kind'>>`
    select s.kind from ${answerStateOf(sql`${reportId}::int`, sql`${personId}::int`)} s`.execute(tx);
  if (rows[0]?.kind !== 'POSITIVE') await forgetArrivals(tx, reportId, [personId]);
}

/**
 * Restores messages that an answer had cancelled, unless the person has another answer. Nothing stopped restarts: not
 * from before the end of the event or of all the person's limits. On each channel, only the newest leaves.
 */
async function askAfterAll(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  { reportId, personId }: { reportId: number; personId: number },
): Promise<number[]> {
  const { rows } = await sql<Renewal & { messageId: number; held: boolean }>`
    with ${newerOf(reportId)}, stopped as materialized (
      select r.id, r.message_id, r.target_address as target, r.address_norm, r.person_id, r.is_private,
        coalesce(limits.held, false) as held
      from message_recipients r join messages m on m.id = r.message_id
      join reports p on p.id = r.report_id join events e on e.id = p.event_id
      cross join lateral (
        select bool_or(x.asked_at is null and not x.always) as held,
          bool_or(c.status <> 'stopped' and r.id > coalesce(c.closed_after, 0)) as open
        from cascade_members x join cascades c on c.id = x.cascade_id join cascade_messages f on f.cascade_id = c.id
        where x.person_id = r.person_id and f.message_id = r.message_id) limits
      where r.report_id = ${reportId} and r.person_id = ${personId} and not r.superseded and r.status = 'cancelled'
        and r.status_reason = 'answered' and m.status <> 'cancelled' and p.all_clear_at is null and e.is_running and e.is_active
        and r.id > coalesce(e.ended_after, 0) and coalesce(limits.open, true)
        and not exists (select 1 from answers a where a.report_id = r.report_id and a.person_id = r.person_id
          and a.option_id is not null)
      order by r.id for update of r)
    select r.id, r.message_id, r.target, r.address_norm as norm, r.is_private, r.held from stopped r
    where r.held or not ${isDoubled} and not exists (
      select 1 from newer join stopped d on d.message_id = newer.id and d.address_norm = r.address_norm
      where newer.older_id = r.message_id and not d.held)
    order by r.id`.execute(tx);
  if (!rows.length) return [];
  const at = await databaseNow(tx);
  for (const [held, status] of [
    [true, 'pending'],
    [false, 'queued'],
  ] as const) {
    const some = rows.filter((row) => row.held === held);
    await renewRecipients(app, tx, some, { status, at });
  }
  const ids = [...new Set(rows.map((row) => row.messageId))];
  await sql`
    update messages set status = 'sending', finished_at = null, error = null
    where id = any(${ids}) and status in ${messageStates.finished}`.execute(tx);
  return ids;
}
