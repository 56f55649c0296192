import { sql } from 'kysely';
import { fallbackLine, type OpenedFallback } from '#server/alerting/fallback/fallback-message.ts';
import type { PendingChanges } from '#server/alerting/messages/changes.ts';
import {
  inReserve,
  type StatusCounts,
  statusCounts,
  totalOf,
  withAllStatuses,
} from '#server/alerting/progress/status.ts';
import { uncoveredIn } from '#server/alerting/recipients/duties.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { Prepared } from './prepare.ts';

interface Reach {
  id: number;
  /** People asked now or held in reserve. */
  recipients: number;
  /** Of these, people in reserve. */
  reserve: number;
  /** People with any answer to the report. */
  answered: number;
  /** People no longer needed, because enough come. */
  spared: number;
  /** Unreachable people, including absent ones. */
  suppressed: number;
  lists: string[];
  groups: string[];
  people: number;
}

/** The log's lines of a launch. `isLeaving`: anything leaves, or waits for its turn. */
export interface LaunchLines {
  lines: PendingChanges['lines'];
  isLeaving: boolean;
}

/**
 * Returns the lines: recipients, reserve, answered and unneeded people, the choice, and groups
 * without a reached person on duty. Call it after the stop limits have asked.
 */
export async function launchLines(
  tx: Tx,
  { prepared, fallbacks }: Record<'prepared' | 'fallbacks', readonly Prepared[]>,
  { withoutRelease, limited }: { withoutRelease: boolean; limited: boolean },
): Promise<LaunchLines> {
  const { reach, isLeaving } = await reachOf(tx, { prepared, fallbacks }, limited);
  const passedOn = await fallbackReach(tx, fallbacks);
  const { reportId: report } = prepared[0]!.message;
  // with another channel it is a copy
  const onlyMailbox = [...prepared, ...fallbacks].every(
    ({ message }) => message.channelType === 'exercise' && message.mode === 'LIVE',
  );
  const uncovered = uncoveredIn([...prepared, ...fallbacks].flatMap(({ resolution }) => resolution ?? []));
  const lines: PendingChanges['lines'] = [
    ...prepared.map(({ message, resolution }) => {
      const { id, title, channel, channelEn } = message;
      const { reserve, answered, spared, suppressed, lists, groups, people, ...counted } = reach.get(id)!;
      const recipients = resolution ? counted.recipients : null;
      return {
        kind: 'message_launched' as const,
        data: {
          ...{ message: id, title, channel, channelEn },
          ...{ recipients, reserve, answered, spared, suppressed, withoutRelease, lists, groups, people },
          ...(onlyMailbox && { onlyMailbox }),
        },
      };
    }),
    ...fallbacks.map(({ message }) => fallbackLine(message.id, message.title, message, passedOn.get(message.id)!)),
    ...uncovered.map(({ groupId, name: group }) => ({
      kind: 'nobody_on_duty' as const,
      data: { report, group, groupId },
    })),
  ];
  return { lines, isLeaving };
}

interface ReachRow extends Omit<Reach, 'recipients' | 'answered' | 'suppressed'> {
  counts: Partial<StatusCounts>;
  isLeaving: boolean;
}

async function reachOf(
  tx: Tx,
  { prepared, fallbacks }: Record<'prepared' | 'fallbacks', readonly Prepared[]>,
  limited: boolean,
): Promise<{ reach: Map<number, Reach>; isLeaving: boolean }> {
  const ids = prepared.map(({ message }) => message.id);
  const all = [...ids, ...fallbacks.map(({ message }) => message.id)];
  const { rows } = await sql<ReachRow>`
    select m.id, ${statusCounts(sql.ref('m.id'))} as counts,
      exists (
        select from message_recipients where message_id = any(${all}) and status in ${recipientStates.untried}) as is_leaving,
      (select count(*) from message_recipients r where ${limited} and r.message_id = m.id and ${inReserve}) as reserve,
      (select count(*) from message_recipients r where ${limited} and r.message_id = m.id and not r.superseded
        and r.status = 'skipped' and r.status_reason = 'limit_reached') as spared,
      array(select l.name from message_lists x join mailing_lists l on l.id = x.mailing_list_id
        where x.message_id = m.id order by x.sort_order) as lists,
      array(select g.name from message_groups x join groups g on g.id = x.group_id
        where x.message_id = m.id order by x.sort_order) as groups,
      (select count(*) from message_people x where x.message_id = m.id) as people
    from unnest(${ids}::int[]) as m (id)`.execute(tx);
  const reach = new Map(
    rows.map(({ counts, isLeaving: _isLeaving, ...row }) => {
      const count = withAllStatuses(counts);
      const answered = count.cancelled; // nothing else cancels rows during a launch
      const suppressed = count.suppressed + count.skipped - row.spared;
      const recipients = totalOf(count) - suppressed - answered - row.spared;
      return [row.id, { ...row, recipients, answered, suppressed }];
    }),
  );
  return { reach, isLeaving: rows.some((row) => row.isLeaving) };
}

async function fallbackReach(tx: Tx, fallbacks: readonly Prepared[]): Promise<Map<number, OpenedFallback>> {
  if (!fallbacks.length) return new Map();
  const ids = fallbacks.map(({ message }) => message.id);
  const { rows } = await sql<OpenedFallback & { id: number }>`
    select m.id, count(*) filter (where r.status not in ${recipientStates.leftOut}) as people,
      count(*) filter (where ${inReserve}) as reserve
    from unnest(${ids}::int[]) as m (id)
    cross join lateral (
      select max(generation) as generation from message_recipients where message_id = m.id) newest
    join message_recipients r on r.message_id = m.id and r.generation = newest.generation
    group by m.id`.execute(tx);
  return new Map(rows.map(({ id, people, reserve }) => [id, { people, reserve }]));
}
