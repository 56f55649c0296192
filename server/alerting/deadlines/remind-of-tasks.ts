import { type RawBuilder, sql } from 'kysely';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import { addOnDuty } from '#server/alerting/recipients/on-duty.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Owner } from '#server/channels/devices/devices.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { withoutMoment } from '#shared/event-name.ts';
import { pushWaysTo } from './push-ways.ts';

type OverdueTask = Row<'tasks'> & { eventName: string; mode: string };

const mostPeople = 20;

/**
 * Notifies the owner of an overdue task of a running event once: by push, otherwise mail. Exercises notify no device.
 */
export async function remindOfTasks(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  while (await inTransaction(app.db, (tx) => remindOfNext(app, tx)));
}

async function remindOfNext(app: Pick<App, 'db' | 'jobs'>, tx: Tx): Promise<boolean> {
  const { rows } = await sql<OverdueTask>`
    update tasks t set owner_told_at = clock_timestamp() from events e
    where e.id = t.event_id and t.id = (
      select o.id from tasks o join events oe on oe.id = o.event_id
      where o.due_at < now() and o.done_at is null and o.owner_told_at is null and oe.is_active and oe.is_running
      order by o.due_at, o.id limit 1 for update of o skip locked)
    returning t.*, e.name as event_name, e.mode`.execute(tx);
  const [task] = rows;
  if (!task) return false;
  for (const owner of await ownersOf(tx, task)) await notifyOwner(app, tx, task, owner);
  return true;
}

/** Returns the person, the people on duty or first members of the function, or the task's author. */
async function ownersOf(tx: Tx, { personId, groupId, insertedBy }: OverdueTask): Promise<Owner[]> {
  const people = personId === null ? await membersOf(tx, groupId) : await activePeople(tx, sql`p.id = ${personId}`);
  if (people.length) return people;
  const { rows } = await sql<{ id: number }>`select id from users where id = ${insertedBy} and is_active`.execute(tx);
  return rows.map(({ id }) => ({ userId: id }));
}

async function membersOf(tx: Tx, groupId: number | null): Promise<Owner[]> {
  if (groupId === null) return [];
  const duty = { onDuty: [] as number[], alwaysNeeded: false };
  await addOnDuty(tx, new Map([[groupId, duty]]));
  const isMember = duty.onDuty.length ? sql`p.id = any(${duty.onDuty}::int[])` : sql`g.group_id is not null`;
  return activePeople(
    tx,
    sql`${isMember} and not exists (select 1 from absences a where a.person_id = p.id and ${isUnderWay})`,
    groupId,
  );
}

async function activePeople(tx: Tx, which: RawBuilder<unknown>, groupId: number | null = null): Promise<Owner[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from people p left join person_groups g on g.person_id = p.id and g.group_id = ${groupId}
    where p.is_active and p.erased_at is null and (p.is_crisis or not p.opted_out) and ${which}
    order by g.sort_order, p.id limit ${mostPeople}`.execute(tx);
  return rows.map(({ id }) => ({ personId: id }));
}

async function notifyOwner(app: Pick<App, 'jobs'>, tx: Tx, task: OverdueTask, owner: Owner): Promise<void> {
  const isLive = task.mode === 'LIVE';
  const language = await languageOf(tx, owner);
  const ways = isLive ? await pushWaysTo(tx, owner) : [];
  const duty = { task: task.id };
  await app.jobs.enqueue(tx, 'duty_push', ...ways.map((way) => ({ ...way, duty, language })));
  if (ways.length) return;
  const to = 'userId' in owner ? owner.userId : owner;
  if (typeof to !== 'number' && !(await mailAddressOf(tx, to.personId))) return;
  const values = { 'event.name': withoutMoment(task.eventName), 'task.text': task.text };
  const page = `/event/${task.eventId}`;
  await sendSystemMail(app, tx, { identifier: 'task_overdue', exercise: !isLive, to, language, values, page });
}

async function languageOf(tx: Tx, owner: Owner): Promise<string> {
  if ('personId' in owner) return languageOfPerson(tx, owner.personId);
  const user = await tx.selectFrom('users').select('language').where('id', '=', owner.userId).executeTakeFirst();
  return user?.language ?? 'de';
}
