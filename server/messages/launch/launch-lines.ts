import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import type { News } from '#server/messages/news.ts';
import { inReserve } from '#server/messages/progress/status.ts';
import { uncoveredIn } from '#server/messages/recipients/duties.ts';
import { handedLine } from '#server/messages/steps/handed-message.ts';
import type { Prepared } from './prepare.ts';

interface Reach {
  id: number;
  /** Held back until others do not come. */
  reserve: number;
  lists: string[];
  groups: string[];
  people: number;
}

/**
 * What the event's log says of a launch: to how many each message goes now, how many are in reserve, whom its author
 * chose, and of which groups nobody on duty was reached. Read once the stop limits have asked their first.
 */
export async function launchLines(
  tx: Tx,
  { prepared, handed }: Record<'prepared' | 'handed', readonly Prepared[]>,
  { withoutRelease, limited }: { withoutRelease: boolean; limited: boolean },
): Promise<News['lines']> {
  const reach = await reachOf(tx, prepared, limited);
  const { reportId: report } = prepared[0]!.message;
  const uncovered = uncoveredIn([...prepared, ...handed].flatMap(({ resolution }) => resolution ?? []));
  return [
    ...prepared.map(({ message, resolution }) => {
      const { id, title, channel, channelEn } = message;
      const { reserve, lists, groups, people } = reach.get(id)!;
      const recipients = resolution?.recipients ?? null;
      const suppressed = resolution?.dropped ?? 0;
      return {
        kind: 'message_launched' as const,
        data: {
          ...{ message: id, title, channel, channelEn },
          ...{ recipients, reserve, suppressed, withoutRelease, lists, groups, people },
        },
      };
    }),
    ...handed.map(({ message, resolution }) => handedLine(message.id, message.title, message, resolution!.recipients)),
    ...uncovered.map(({ groupId, name: group }) => ({
      kind: 'nobody_on_duty' as const,
      data: { report, group, groupId },
    })),
  ];
}

async function reachOf(tx: Tx, prepared: readonly Prepared[], limited: boolean): Promise<Map<number, Reach>> {
  const ids = prepared.map(({ message }) => message.id);
  const { rows } = await sql<Reach>`
    select m.id,
      (select count(*) from message_recipients r where ${limited} and r.message_id = m.id and ${inReserve}) as reserve,
      array(select l.name from message_lists x join mailing_lists l on l.id = x.mailing_list_id
        where x.message_id = m.id order by x.sort_order) as lists,
      array(select g.name from message_groups x join groups g on g.id = x.group_id
        where x.message_id = m.id order by x.sort_order) as groups,
      (select count(*) from message_people x where x.message_id = m.id) as people
    from unnest(${ids}::int[]) as m (id)`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
