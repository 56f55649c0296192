import { type RawBuilder, sql } from 'kysely';
import { dropStandDown } from '#server/alerting/cascade/stand-down.ts';
import type { PendingChanges } from '#server/alerting/messages/changes.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import { cancelAll, lockStoppable } from './stop.ts';

interface AllClear {
  reportId: number;
  eventId: number;
}

type Endings = Pick<PendingChanges, 'lines' | 'messages'>;

/**
 * Ends an all-clear's alarms in the launching transaction: stop limits, waiting recipients, fallback steps and
 * follow-ups; attempts in progress get no retry. Marks the reports, so that nothing of them leaves afterwards. The
 * caller has locked the event and the all-clear's messages.
 */
export async function endAlarms(tx: Tx, allClear: AllClear, by: number | null): Promise<Endings> {
  const ids = (await lockEnded(tx, allClear)).map(({ id }) => id);
  if (!ids.length) return { lines: [], messages: [] };
  await lockStoppable(tx, sql`m.report_id = any(${ids})`);
  return endLocked(tx, allClear, by);
}

/** Runs under the locks, because a step may have added a message while waiting. */
async function endLocked(tx: Tx, allClear: AllClear, by: number | null): Promise<Endings> {
  const ended = await lockEnded(tx, allClear);
  const ids = ended.map(({ id }) => id);
  const messages = await lockStoppable(tx, sql`m.report_id = any(${ids}) and m.is_active`);
  const open = messages.filter(({ status }) => isOneOf(messageSets.stoppable, status));
  const stopped = await cancelAll(tx, open, ids, { all: true, reason: 'all_clear', by });
  // after the locks, so that workers' rows were claimed before
  await sql`
    update reports set all_clear_at = clock_timestamp(), all_clear_id = ${allClear.reportId}
    where id = any(${ids})`.execute(tx);
  for (const id of ids) await dropStandDown(tx, id);
  const given = ended
    .filter(({ isActivation }) => isActivation)
    .map(({ id, title }) => ({ kind: 'all_clear_given' as const, data: { report: id, title } }));
  return { lines: [...given, ...stopped], messages: messages.map(({ id }) => id) };
}

interface Ended {
  id: number;
  title: string;
  isActivation: boolean;
}

/** Locks the reports that the all-clear ends, without those already ended. */
async function lockEnded(tx: Tx, allClear: AllClear): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select p.id, p.title, t.identifier = 'activation' as is_activation
    from reports p join report_types t on t.id = p.report_type_id
    where p.id in (${endedBy(allClear)}) and p.all_clear_at is null order by p.id for no key update of p`.execute(tx);
  return rows;
}

/** Reports ended by an all-clear: followed ones, or all activations, with corrections, additions and stand-downs. */
export const endedBy = ({ reportId, eventId }: AllClear): RawBuilder<unknown> => sql`
  with recursive ended (id) as (
    select p.id from reports p join report_types t on t.id = p.report_type_id
    where p.id in (select follows_id from report_follow_ups where report_id = ${reportId})
      or p.event_id = ${eventId} and t.identifier = 'activation'
        and not exists (select 1 from report_follow_ups where report_id = ${reportId})
        and exists (select 1 from messages m where m.report_id = p.id and m.launched_at is not null)
    union
    select case e.id when f.follows_id then f.report_id else f.follows_id end
    from ended e join (
      select report_id, follows_id from report_follow_ups where kind <> 'all_clear'
      union all select notice_id, report_id from stand_downs where notice_id is not null) f
      on e.id in (f.report_id, f.follows_id))
  select id from ended`;
