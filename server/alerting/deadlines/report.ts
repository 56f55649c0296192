import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { organisationZone } from '#server/alerting/event-log/organisation-zone.ts';
import type { DeadlineRow } from '#server/api/graphql/types.ts';
import { limitedText, requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import type { ReportWay } from '#shared/deadlines.ts';
import { limits } from '#shared/limits.ts';
import { findDeadline } from './due.ts';
import { announceDeadlines, deadlineReference, holdDeadline, requireOpen } from './write.ts';

/** The proof that a report left. */
export interface Dispatch {
  id: number;
  /** When it left. */
  at: Date;
  way: ReportWay;
  /** The reference number of the authority. */
  reference?: string | null | undefined;
  /** The text of the report. */
  text?: string | null | undefined;
  isProgress?: boolean | null | undefined;
}

/** Records that a report left, unchangeably. A progress report adds the final report, due after the event's end. */
export async function recordDispatch(ctx: Context, { id, at, way, ...given }: Dispatch): Promise<DeadlineRow> {
  const reference = given.reference?.trim() || null;
  const text = given.text?.trim() || null;
  const isProgress = given.isProgress ?? false;
  if (reference) limitedText('reference', reference, limits.nameMaximum);
  if (text) limitedText('text', text, limits.contentMaximum);
  return inTransaction(ctx.db, async (tx) => {
    const row = await holdDeadline(tx, id);
    requireOpen(row);
    await checkDispatch(tx, row, { at, isProgress });
    await sql`
      update deadlines set reported_at = ${at}, recorded_at = clock_timestamp(), reported_by = ${ctx.viewer!.id}, way = ${way},
        reference = ${reference}, report = ${text}, is_progress = ${isProgress}, draft = null, version = version + 1
      where id = ${id}`.execute(tx);
    const { eventId, dueAt } = row;
    const data = {
      ...deadlineReference(row),
      ...{ reportedAt: at, way, reference, isProgress },
      isLate: dueAt !== null && at > dueAt,
      textHash: text && sha256(text).toString('hex'),
      timeZone: await organisationZone(tx),
    };
    await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'deadline_reported', data });
    if (isProgress) await addFinalReport(tx, id);
    await announceDeadlines(tx, eventId);
    return (await findDeadline(tx, id))!;
  });
}

async function checkDispatch(
  tx: Tx,
  { eventId, acceptsProgress }: DeadlineRow,
  { at, isProgress }: { at: Date; isProgress: boolean },
): Promise<void> {
  const { rows } = await sql<{ isFuture: boolean; isEarly: boolean; isRunning: boolean }>`
    select ${at}::timestamptz > clock_timestamp() as is_future,
      coalesce(${at}::timestamptz < date_trunc('minute', e.known_at), false) as is_early, e.is_running
    from events e where e.id = ${eventId}`.execute(tx);
  const { isFuture, isEarly, isRunning } = rows[0]!;
  if (isFuture) throw new Refusal('error_deadline_future', { at: 'error_deadline_future' });
  if (isEarly) throw new Refusal('error_deadline_early', { at: 'error_deadline_early' });
  if (isProgress && !(acceptsProgress && isRunning)) throw new Refusal('error_deadline_progress');
}

const addFinalReport = (tx: Tx, id: number) =>
  sql`
    insert into deadlines (event_id, name, name_en, counts_from, hours, months, questions, questions_en)
    select event_id, name, name_en, 'END', hours, months, questions, questions_en from deadlines where id = ${id}`.execute(
    tx,
  );

/** Adds a text to a dispatch, such as a later reference number. */
export async function addToDispatch(ctx: Context, id: number, given: string): Promise<DeadlineRow> {
  const text = requiredText('text', given, limits.lineMaximum);
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const row = await holdDeadline(tx, id);
    if (!row.reportedAt) throw new Refusal('error_deadline_open');
    await sql`
      insert into deadline_additions (deadline_id, by_user_id, text) values (${id}, ${by}, ${text})`.execute(tx);
    const data = { ...deadlineReference(row), text };
    await appendLog(tx, { eventId: row.eventId, by, kind: 'deadline_addition', data });
    await announceDeadlines(tx, row.eventId);
    return row;
  });
}
