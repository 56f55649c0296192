import { type RawBuilder, sql } from 'kysely';
import { announce, type News, noNews } from '#server/alerting/messages/news.ts';
import { commonReason } from '#server/alerting/progress/status.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { durably } from '#server/platform/database/durably.ts';
import {
  askPeople,
  type Cascade,
  cancelAnswered,
  databaseNow,
  forgetWakes,
  holdReport,
  type LoadedMember,
  loadMembers,
  lockCascades,
  messagesOf,
  skipAbsent,
  skipDoubled,
  storeCascade,
} from './cascade-queries.ts';
import { byPerson, earliest, markAsked, nextStep, stepWithoutAbsent } from './cascade-step.ts';
import { keepReached, reachedOf } from './reached.ts';
import { reopenCascades } from './reopen.ts';
import { dropStandDown, planStandDown, standDown } from './stand-down.ts';

/**
 * Takes the next step of every stop limit of a report, in the caller's transaction: asks who is due, closes what is
 * reached or exhausted. Who is absent in the moment in which they would be asked is left out for good, as who is absent at
 * the launch is, and the next is asked; an absence that begins later or was over by then changes nothing. `at` is when those who are asked now are to be asked (the end of the undo window), by default
 * this moment. Answers what the caller announces as the last thing of its transaction.
 */
export async function advance(tx: Tx, reportId: number, at?: Date): Promise<News> {
  const cascades = await lockCascades(tx, reportId);
  const ids = cascades.map((cascade) => cascade.id);
  await forgetWakes(tx, reportId, 'open'); // only the clockwork opens again what is reached
  const moment = at ?? (await databaseNow(tx));
  const members = await loadMembers(tx, reportId, ids);
  const open = cascades.filter((cascade) => cascade.status !== 'reached');
  const news = noNews(reportId, cascades[0]?.eventId ?? null);
  const ask = new Set<number>();
  const away = new Set<number>();
  const people = byPerson(members.values());
  const answered = [...members.values()].flat().filter(({ held, state }) => held && state !== 'open');
  news.messages.push(...(await cancelAnswered(tx, reportId, [...new Set(answered.map((one) => one.personId))])));
  for (const cascade of open) {
    const own = members.get(cascade.id)!;
    const step = stepWithoutAbsent(ruleOf(cascade), own, moment.getTime());
    for (const person of step.away) away.add(person);
    for (const person of step.ask) {
      ask.add(person);
      markAsked(people.get(person), moment.getTime());
    }
    if (step.outcome !== cascade.status) await close(tx, cascade, own, step.outcome, news);
  }
  // an asked person may also hold rows of a message that was launched later; what is reached wants only those it never skips
  for (const { id, status } of cascades) {
    for (const { personId, always, askedAt, leaves, state } of members.get(id)!) {
      if (askedAt !== null && leaves && state === 'open' && (always || status !== 'reached')) ask.add(personId);
    }
  }
  news.messages.push(...(await skipAbsent(tx, reportId, [...away])));
  news.messages.push(...(await askPeople(tx, reportId, [...ask], moment)));
  for (const cascade of open) await settle(tx, cascade, members.get(cascade.id)!, moment.getTime(), news);
  const mayFree = cascades.some(({ status }) => status === 'reached');
  await (mayFree ? planStandDown : dropStandDown)(tx, reportId);
  return news;
}

const ruleOf = ({ needed, waitMinutes }: Cascade) => ({ needed, waitMs: waitMinutes * 60_000 });

async function close(
  tx: Tx,
  cascade: Cascade,
  members: LoadedMember[],
  outcome: Cascade['status'],
  news: News,
): Promise<void> {
  cascade.status = outcome;
  await storeCascade(tx, cascade.id, outcome, null);
  if (outcome === 'running') return;
  const reached = members.filter(({ state }) => state === 'positive').length;
  const { groupName: group, groupId, needed } = cascade;
  const done = outcome === 'reached';
  const data = { report: news.reportId, group, groupId, needed, reached };
  news.lines.push({ kind: done ? 'limit_reached' : 'limit_not_reached', data });
  if (!done) news.unreached.push({ group, needed, reached });
}

/**
 * After everybody who is due was asked: what is reached skips its rest, what is over ends what only said the same twice, and what runs or is reached knows when to look
 * again: when a wait ends, or when somebody who comes becomes overdue.
 */
async function settle(tx: Tx, cascade: Cascade, members: LoadedMember[], now: number, news: News): Promise<void> {
  if (cascade.status === 'running') {
    const moments = [nextStep(ruleOf(cascade), members, now).dueAt, ...members.map(({ overdueAt }) => overdueAt)];
    await storeCascade(tx, cascade.id, 'running', earliest(moments.filter((moment) => moment !== null)));
    return;
  }
  if (cascade.status === 'reached') await keepReached(tx, cascade.id);
  await skipDoubled(tx, cascade);
  news.messages.push(...(await messagesOf(tx, [cascade.id])));
}

/**
 * Advances the cascades of a report in a transaction of its own: one whose limit was lost again is opened first, or ends,
 * and those who are not needed are told when it is time.
 */
export async function advanceReport(app: Pick<App, 'db' | 'jobs' | 'secrets'>, reportId: number): Promise<void> {
  await durably(app.db, async (tx) => {
    const [held] = await holdReport(tx, reportId, 'clockwork');
    await forgetWakes(tx, reportId, 'all');
    const reopened = await reopenCascades(app, tx, reportId);
    const reached = await reachedOf(tx, reportId);
    const news = await advance(tx, reportId);
    for (const id of reached) await keepReached(tx, id); // those that are reached now were kept as that
    const told = await standDown(app, tx, reportId);
    const lines = [...reopened.lines, ...news.lines, ...told.lines];
    const messages = [...reopened.messages, ...news.messages, ...told.messages];
    const unreached = [...reopened.unreached, ...news.unreached];
    const eventId = held?.eventId ?? news.eventId; // those that ended just now are none of the news
    await announce(app, tx, { ...news, eventId, lines, messages, unreached });
  });
}

/**
 * To be called in the transaction that records that people were not reached: makes their cascades due, and corrects
 * messages that ended when they still counted as reached.
 */
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

/** Makes the cascades of these people due. It only adds rows, so it never waits for one that is being advanced. */
export async function addWakes(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  if (!pairs.length) return;
  await insertWakes(pairs).execute(tx);
}

/** The statement of `addWakes`, to be part of another one. */
export const insertWakes = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  insert into cascade_wakes (cascade_id)
  select distinct c.id
  from unnest(${pairs.map((pair) => pair.reportId)}::int[], ${pairs.map((pair) => pair.personId)}::int[])
    as p(report_id, person_id)
  join cascades c on c.report_id = p.report_id and c.status <> 'stopped'
  join cascade_members m on m.cascade_id = c.id and m.person_id = p.person_id`;
