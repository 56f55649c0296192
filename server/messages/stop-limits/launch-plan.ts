import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { isMeasured, type MessageRow } from '#server/messages/message-rows.ts';
import {
  type Recipient,
  type Resolution,
  recipientIn,
  recipientsOf,
  standingIn,
} from '#server/messages/recipients/resolution.ts';
import { type CascadePlan, type PlannedCascade, planCascades } from './cascade-plan.ts';

/** A message that is launched, with who gets it; null where it publishes. */
export interface Launched {
  message: MessageRow;
  resolution: Resolution | null;
}

/**
 * The stop limits of messages that are launched together: those of their lists, and those that their report has on the
 * functions that somebody of them is wanted for. Whoever is wanted for one is a member of it, asked whatever it says, unless
 * a list limits them. Who has answered the report is not asked again, and their yes counts for what they were asked for alone.
 * Nothing is planned for a function that the report does not limit.
 */
export async function planLaunch(db: Db | Tx, launched: readonly Launched[]): Promise<CascadePlan> {
  const plan = planCascades(
    new Map(launched.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : []))),
  );
  const known = await limitsOf(db, launched);
  if (!known.length) return plan;
  const answered = await answeredIn(db, launched);
  const always = new Set(plan.always);
  const cascades = new Map(plan.cascades.map((cascade) => [cascade.groupId, cascade]));
  for (const limit of known) {
    const wanted = wantedFor(launched, limit.groupId);
    for (const [personId, found] of wanted) if (found.some(isAsked)) always.add(personId);
    const { members = [], messageIds = [], ...listed } = cascades.get(limit.groupId) ?? {};
    const own = new Set(members.map(({ personId }) => personId));
    const others = [...wanted].filter(([personId]) => !own.has(personId) && !answered.has(personId));
    cascades.set(limit.groupId, {
      ...limit,
      absent: 0,
      ...listed,
      messageIds: [...new Set([...messageIds, ...carrying(launched, wanted)])],
      members: [
        ...members,
        ...others.map(([personId, found], at) => ({
          personId,
          position: members.length + at,
          priority: found.some(({ priority }) => priority),
          always: false,
        })),
      ],
    });
  }
  const withAlways = (cascade: PlannedCascade): PlannedCascade => ({
    ...cascade,
    members: cascade.members.map((member) => ({ ...member, always: always.has(member.personId) })),
  });
  return { cascades: [...cascades.values()].map(withAlways), always };
}

const isAsked = ({ priority, unlimited }: Recipient) => priority || unlimited;

type Limit = Pick<PlannedCascade, 'groupId' | 'listName' | 'needed' | 'waitMinutes'>;

async function limitsOf(db: Db | Tx, launched: readonly Launched[]): Promise<Limit[]> {
  const groups = launched.flatMap(({ message: { forGroupId } }) => forGroupId ?? []);
  if (!groups.length) return [];
  const { rows } = await sql<Limit>`
    select group_id, list_name, needed, wait_minutes from cascades
    where report_id = ${launched[0]!.message.reportId} and group_id = any(${groups}) order by id`.execute(db);
  return rows;
}

async function answeredIn(db: Db | Tx, launched: readonly Launched[]): Promise<Set<number>> {
  const { rows } = await sql<{ personId: number }>`
    select distinct person_id from answers
    where report_id = ${launched[0]!.message.reportId} and option_id is not null and person_id is not null`.execute(db);
  return new Set(rows.map(({ personId }) => personId));
}

/**
 * Who is wanted for a function, with where they are reached: also over a channel that nobody chose, on which they are handed
 * over.
 */
function wantedFor(launched: readonly Launched[], groupId: number): Map<number, Recipient[]> {
  const found = new Map<number, Recipient[]>();
  const asking = launched.filter(({ message }) => isMeasured(message) && message.forGroupId === groupId);
  const isChosen = (personId: number) =>
    asking.some(({ resolution }) => resolution && standingIn(resolution, personId) !== 'unknown');
  for (const { message, resolution } of launched) {
    if (!resolution || !isMeasured(message)) continue;
    for (const recipient of recipientsOf(resolution)) {
      const { personId } = recipient;
      if (isChosen(personId)) found.set(personId, [...(found.get(personId) ?? []), recipient]);
    }
  }
  return found;
}

/** The messages that reach any of these people. */
const carrying = (launched: readonly Launched[], people: ReadonlyMap<number, unknown>): number[] =>
  launched
    .filter(({ resolution }) => resolution && people.keys().some((personId) => recipientIn(resolution, personId)))
    .map(({ message }) => message.id);
