import { type RawBuilder, sql } from 'kysely';
import { noChanges, type PendingChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { commonReason } from '#server/alerting/progress/status.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import {
  type Cascade,
  databaseNow,
  forgetWakes,
  holdReport,
  type LoadedMember,
  loadMembers,
  lockCascades,
  messagesOf,
  storeCascade,
} from './cascade-queries.ts';
import { byPerson, earliest, markAsked, nextStep, stepWithoutAbsent } from './cascade-step.ts';
import { keepReached, reachedOf } from './reached.ts';
import { reopenCascades } from './reopen.ts';
import { dropStandDown, planStandDown, standDown } from './stand-down.ts';
import { askPeople, cancelAnswered, skipAbsent, skipDoubled } from './waiting-rows.ts';

/**
 * Advances a report's stop limits: asks due members, closes reached and exhausted ones. Absent members lose their turn.
 * `at`: the time of asking, default now. Returns the changes, to be published last.
 */
export async function advance(tx: Tx, reportId: number, at?: Date): Promise<PendingChanges> {
  const cascades = await lockCascades(tx, reportId);
  const ids = cascades.map((cascade) => cascade.id);
  await forgetWakes(tx, reportId, 'open'); // only the scheduler reopens reached limits
  const moment = at ?? (await databaseNow(tx));
  const members = await loadMembers(tx, reportId, ids);
  const open = cascades.filter((cascade) => cascade.status !== 'reached');
  const changes = noChanges(reportId, cascades[0]?.eventId ?? null);
  const ask = new Set<number>();
  const away = new Set<number>();
  const people = byPerson(members.values());
  const answered = [...members.values()].flat().filter(({ held, state }) => held && state !== 'open');
  changes.messages.push(...(await cancelAnswered(tx, reportId, [...new Set(answered.map((one) => one.personId))])));
  for (const cascade of open) {
    const own = members.get(cascade.id)!;
    const step = stepWithoutAbsent(ruleOf(cascade), own, moment.getTime());
    for (const person of step.away) away.add(person);
    for (const person of step.ask) {
      ask.add(person);
      markAsked(people.get(person), moment.getTime());
    }
    if (step.outcome !== cascade.status) await close(tx, cascade, own, step.outcome, changes);
  }
  // asked people may have rows of later messages
  for (const { id, status } of cascades) {
    for (const { personId, always, askedAt, leaves, state } of members.get(id)!) {
      if (askedAt !== null && leaves && state === 'open' && (always || status !== 'reached')) ask.add(personId);
    }
  }
  changes.messages.push(...(await skipAbsent(tx, reportId, [...away])));
  changes.messages.push(...(await askPeople(tx, reportId, [...ask], moment)));
  for (const cascade of open) await settle(tx, cascade, members.get(cascade.id)!, moment.getTime(), changes);
  const mayFree = cascades.some(({ status }) => status === 'reached');
  await (mayFree ? planStandDown : dropStandDown)(tx, reportId);
  return changes;
}

const ruleOf = ({ needed, waitMinutes }: Cascade) => ({ needed, waitMs: waitMinutes * 60_000 });

async function close(
  tx: Tx,
  cascade: Cascade,
  members: LoadedMember[],
  outcome: Cascade['status'],
  changes: PendingChanges,
): Promise<void> {
  cascade.status = outcome;
  await storeCascade(tx, cascade.id, outcome, null);
  if (outcome === 'running') return;
  const reached = members.filter(({ state }) => state === 'positive').length;
  const { groupName: group, groupId, needed } = cascade;
  const done = outcome === 'reached';
  const data = { report: changes.reportId, group, groupId, needed, reached };
  changes.lines.push({ kind: done ? 'limit_reached' : 'limit_not_reached', data });
  if (!done) changes.unreached.push({ group, needed, reached });
}

/**
 * Runs after asking: a reached limit skips the rest, an ended one duplicates. Others get their next time: the end of a
 * wait, or an overdue arrival.
 */
async function settle(
  tx: Tx,
  cascade: Cascade,
  members: LoadedMember[],
  now: number,
  changes: PendingChanges,
): Promise<void> {
  if (cascade.status === 'running') {
    const moments = [nextStep(ruleOf(cascade), members, now).dueAt, ...members.map(({ overdueAt }) => overdueAt)];
    await storeCascade(tx, cascade.id, 'running', earliest(moments.filter((moment) => moment !== null)));
    return;
  }
  if (cascade.status === 'reached') await keepReached(tx, cascade.id);
  await skipDoubled(tx, cascade);
  changes.messages.push(...(await messagesOf(tx, [cascade.id])));
}

/** Advances a report's cascades in a transaction: first reopens or ends lost limits, finally sends due stand-downs. */
export async function advanceReport(app: Pick<App, 'db' | 'jobs' | 'secrets'>, reportId: number): Promise<void> {
  await withRetries(app.db, async (tx) => {
    const [held] = await holdReport(tx, reportId, 'scheduler');
    await forgetWakes(tx, reportId, 'all');
    const reopened = await reopenCascades(app, tx, reportId);
    const reached = await reachedOf(tx, reportId);
    const changes = await advance(tx, reportId);
    for (const id of reached) await keepReached(tx, id); // `advance` has handled newly reached ones
    const told = await standDown(app, tx, reportId);
    const lines = [...reopened.lines, ...changes.lines, ...told.lines];
    const messages = [...reopened.messages, ...changes.messages, ...told.messages];
    const unreached = [...reopened.unreached, ...changes.unreached];
    const eventId = held?.eventId ?? changes.eventId; // the changes don't include limits that ended just now
    await publishChanges(app, tx, { ...changes, eventId, lines, messages, unreached });
  });
}

/** Makes unreached people's cascades due, and corrects ended messages. Call it in the transaction of the failure. */
export async function wakeCascades(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  if (!pairs.length) return;
  await addWakes(tx, pairs);
  const reports = pairs.map((pair) => pair.reportId);
  await sql`
    update messages m set status = o.status, error = case when o.status = 'failed' then ${commonReason} end
    from (
      select x.id, case when bool_or(r.status in ${recipientStates.accepted}) then 'sent_with_errors' else 'failed' end
        as status
      from messages x join message_recipients r on r.message_id = x.id and not r.superseded
      where x.report_id = any(${reports}) and x.status in ${messageStates.sent}
      group by x.id having bool_or(r.status in ${recipientStates.failed})) o
    where m.id = o.id and m.status in ${messageStates.sent} and m.status <> o.status`.execute(tx);
}

interface Pair {
  reportId: number;
  personId: number;
}

/** Makes cascades due by inserting rows, which never waits. */
export async function addWakes(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  if (!pairs.length) return;
  await insertWakes(pairs).execute(tx);
}

/** Returns the statement of `addWakes`, to include in another one. */
export const insertWakes = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  insert into cascade_wakes (cascade_id)
  select distinct c.id
  from unnest(${pairs.map((pair) => pair.reportId)}::int[], ${pairs.map((pair) => pair.personId)}::int[])
    as p(report_id, person_id)
  join cascades c on c.report_id = p.report_id and c.status <> 'stopped'
  join cascade_members m on m.cascade_id = c.id and m.person_id = p.person_id`;
