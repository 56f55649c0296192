import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive, requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { limits } from '#shared/limits.ts';
import { longestDeadline } from '#shared/task.ts';

/** A task to add: for a function, a person, or anyone. */
export interface NewTask {
  eventId: number;
  text: string;
  groupId?: number | null | undefined;
  personId?: number | null | undefined;
  /** Minutes until the deadline. */
  dueMinutes?: number | null | undefined;
}

/** Adds a task to an event that isn't archived. */
export async function addTask(ctx: Context, task: NewTask): Promise<Row<'tasks'>> {
  const { eventId, groupId = null, personId = null, dueMinutes = null } = task;
  const text = requiredText('text', task.text, limits.lineMaximum);
  if (groupId !== null && personId !== null) {
    throw new Refusal('error_invalid_input', { person: 'error_invalid_input' });
  }
  if (dueMinutes !== null && (dueMinutes < 0 || dueMinutes > longestDeadline)) {
    throw new Refusal('error_invalid_number', { dueMinutes: 'error_invalid_number' });
  }
  if (groupId !== null) await requireActive(ctx.db, 'groups', 'group', [groupId]);
  if (personId !== null) await requireActive(ctx.db, 'people', 'person', [personId]);
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    const { rows } = await sql<Row<'tasks'>>`
      insert into tasks (event_id, text, group_id, person_id, due_at, inserted_by)
      values (${eventId}, ${text}, ${groupId}, ${personId},
        clock_timestamp() + make_interval(mins => ${dueMinutes}::int), ${ctx.viewer!.id}) returning *`.execute(tx);
    await tell(tx, rows[0]!, 'task_added', { by: ctx.viewer!.id, dueMinutes });
    return rows[0]!;
  });
}

/** Completes a task, or reverts that; idempotent. */
export async function setTaskDone(ctx: Context, id: number, done: boolean): Promise<Row<'tasks'>> {
  const found = await ctx.db.selectFrom('tasks').select('eventId').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('error_not_found');
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, found.eventId);
    const { rows } = await sql<Row<'tasks'>>`
      update tasks set done_at = case when ${done} then clock_timestamp() end, done_by = case when ${done} then ${by}::int end
      where id = ${id} and (done_at is not null) <> ${done} returning *`.execute(tx);
    if (rows[0]) await tell(tx, rows[0], done ? 'task_done' : 'task_reopened', { by });
    return rows[0] ?? tx.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  });
}

async function tell(
  tx: Tx,
  { id, eventId, text, groupId, personId: person, dueAt }: Row<'tasks'>,
  kind: 'task_added' | 'task_done' | 'task_reopened',
  { by, ...more }: { by: number; dueMinutes?: number | null },
): Promise<void> {
  const group = await tx.selectFrom('groups').select('name').where('id', '=', groupId).executeTakeFirst();
  await appendLog(tx, {
    eventId,
    by,
    kind,
    data: { task: id, text, group: group?.name ?? null, person, dueAt, ...more },
  });
  await publish(tx, { event: [eventId] });
}
