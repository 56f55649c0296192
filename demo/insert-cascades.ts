import type { Tx } from '#server/platform/database/connect.ts';
import type { Inserted } from './insert-people.ts';
import { later } from './moments.ts';
import type { PastLine } from './past-log.ts';
import type { DemoAnswer, Reached, StagedStopLimit } from './recipients.ts';
import type { StagedEvent } from './stage.ts';

/** Stop limits that have ended. */
export interface EndedCascades {
  /** Without a limit, the time of the launch. */
  askedAt: (reached: Reached) => Date;
  log: PastLine[];
  /** Records that a stop limit holds this message back. */
  join: (messageId: number) => Promise<void>;
}

/** Adds a report's finished stop limits. */
export async function insertEndedCascades(
  tx: Tx,
  event: StagedEvent,
  reportId: number,
  limits: readonly StagedStopLimit[],
  at: Date,
  answerOf: (person: Inserted) => DemoAnswer | null,
): Promise<EndedCascades> {
  const asked = new Map<number, Date>();
  for (const { queue, needed, waitMinutes } of limits) {
    const extra = queue.map((_, place) => Math.max(0, place - needed + 1) * Math.min(waitMinutes, 2));
    for (const [place, { reached }] of queue.entries()) {
      const before = asked.get(reached.person.id);
      const moment = later(at, reached.always ? 0 : extra[place]!, 1);
      if (!before || moment < before) asked.set(reached.person.id, moment);
    }
  }
  const askedAt = ({ person }: Reached) => asked.get(person.id) ?? later(at, 0, 1);
  if (!limits.length) return { askedAt, log: [], join: async () => {} };
  const ended = limits.map((limit) => ({ limit, finishedAt: endOf(limit, asked, answerOf) }));
  const rows = await tx
    .insertInto('cascades')
    .values(
      ended.map(({ limit: { group, list, needed, waitMinutes, positive }, finishedAt }) => ({
        reportId,
        eventId: event.id,
        groupId: group.id,
        listName: list,
        needed,
        waitMinutes,
        status: positive >= needed ? 'reached' : 'exhausted',
        insertedAt: at,
        finishedAt,
      })),
    )
    .returning('id')
    .execute();
  await insertMembers(tx, rows, limits, asked);
  return {
    askedAt,
    log: ended.map(({ limit: { group, needed, positive: reached }, finishedAt }) => ({
      at: finishedAt,
      by: null,
      kind: reached >= needed ? 'limit_reached' : 'limit_not_reached',
      data: { report: reportId, group: group.name, groupId: group.id, needed, reached },
    })),
    join: async (messageId) => {
      const joined = rows.map(({ id }) => ({ cascadeId: id, messageId }));
      await tx.insertInto('cascadeMessages').values(joined).execute();
    },
  };
}

function endOf(
  { queue, needed, waitMinutes }: StagedStopLimit,
  asked: ReadonlyMap<number, Date>,
  answerOf: (person: Inserted) => DemoAnswer | null,
): Date {
  const answers = queue.flatMap(({ reached: { person, asked: wasAsked } }) => {
    const answer = wasAsked ? answerOf(person) : null;
    return answer?.code === '1' ? [later(asked.get(person.id)!, answer.after, 9)] : [];
  });
  const inTime = answers.sort((a, b) => a.getTime() - b.getTime())[needed - 1];
  const last = Math.max(...queue.map(({ reached }) => asked.get(reached.person.id)!.getTime()));
  return inTime ?? later(new Date(last), waitMinutes);
}

async function insertMembers(
  tx: Tx,
  cascades: readonly { id: number }[],
  limits: readonly StagedStopLimit[],
  asked: ReadonlyMap<number, Date>,
): Promise<void> {
  const members = limits.flatMap(({ queue }, at) =>
    queue.map(({ reached: { person, asked: wasAsked }, priority }, position) => ({
      cascadeId: cascades[at]!.id,
      personId: person.id,
      position,
      priority,
      always: priority,
      askedAt: wasAsked ? asked.get(person.id)! : null,
    })),
  );
  await tx.insertInto('cascadeMembers').values(members).execute();
}
