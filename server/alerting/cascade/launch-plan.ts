import { sql } from 'kysely';
import { isMeasured, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import {
  claimIn,
  outcomeIn,
  type Recipient,
  type Resolution,
  recipientIn,
  recipientsOf,
} from '#server/alerting/recipients/resolution.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type CascadePlan, type IsFree, type PlannedCascade, planCascades } from './cascade-plan.ts';

/** A message of a launch; null if it publishes. */
export interface Launched {
  message: MessageRow;
  resolution: Resolution | null;
  /** A fallback message on a channel that wasn't chosen. */
  isFallback?: boolean;
}

/**
 * Plans the stop limits of a launch: those of lists, and the report's on functions of a message. People for a function
 * join its limit without a wait, unless a list limits them.
 */
export async function planLaunch(db: Db | Tx, launched: readonly Launched[]): Promise<CascadePlan> {
  const resolutions = new Map(
    launched.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])),
  );
  const known = await limitsOf(db, launched);
  if (!known.length) return planCascades(resolutions);
  const isFree = freeIn(launched, known);
  const plan = planCascades(resolutions, isFree);
  const asked = new Set(plan.asked);
  const cascades = new Map(plan.cascades.map((cascade) => [cascade.groupId, cascade]));
  for (const limit of known) {
    const wanted = wantedFor(launched, limit.groupId);
    for (const [personId, found] of wanted) if (found.some(isAsked)) asked.add(personId);
    const listed = cascades.get(limit.groupId);
    const { members, messageIds } = listed ?? { members: [], messageIds: [] };
    const own = new Set(members.map(({ personId }) => personId));
    const others = [...wanted].filter(([personId]) => !own.has(personId));
    const joining = others.map(([personId, found], at) => {
      const priority = found.some((one) => one.priority);
      const always = priority || isFree(personId, found);
      return { personId, position: members.length + at, priority, always, atOnce: always, joins: true };
    });
    cascades.set(limit.groupId, {
      ...limit,
      ...{ absent: 0, isListed: false },
      ...listed,
      messageIds: [...new Set([...messageIds, ...carrying(launched, limit, wanted)])],
      members: [...members, ...joining],
    });
  }
  const withAsked = (cascade: PlannedCascade): PlannedCascade => ({
    ...cascade,
    members: cascade.members.map((member) => ({ ...member, atOnce: asked.has(member.personId) })),
  });
  return { cascades: [...cascades.values()].map(withAsked), asked };
}

export interface KnownPeople {
  answered: ReadonlySet<number>;
  isMember: (groupId: number, personId: number) => boolean;
}

/**
 * Returns planned limits without people who have answered (a yes only counts for asked functions) or are members. Drops
 * empty ones without a list.
 */
export const withoutIdle = (
  cascades: readonly PlannedCascade[],
  { answered, isMember }: KnownPeople,
): PlannedCascade[] =>
  cascades.flatMap((cascade) => {
    const members = cascade.members.filter(
      ({ personId, joins, atOnce }) =>
        !joins || (!answered.has(personId) && (atOnce || !isMember(cascade.groupId, personId))),
    );
    return cascade.isListed || members.length ? [{ ...cascade, members }] : [];
  });

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

const isFor = ({ message }: Launched, groupId: number) => isMeasured(message) && message.forGroupId === groupId;

/**
 * Returns people whom a message without these functions includes without a limit; for a fallback, one of its original
 * messages.
 */
function freeIn(launched: readonly Launched[], functions: readonly Limit[]): IsFree {
  const others = launched.filter((one) => !functions.some(({ groupId }) => isFor(one, groupId)));
  const isChosen = (personId: number) =>
    others.some(({ resolution, isFallback }) => resolution && !isFallback && claimIn(resolution, personId)?.unlimited);
  return (personId) =>
    others.some(
      ({ resolution, isFallback }) =>
        resolution && recipientIn(resolution, personId)?.unlimited && (!isFallback || isChosen(personId)),
    );
}

function wantedFor(launched: readonly Launched[], groupId: number): Map<number, Recipient[]> {
  const found = new Map<number, Recipient[]>();
  const asking = launched.filter((one) => isFor(one, groupId));
  const isChosen = (personId: number) =>
    asking.some(({ resolution }) => resolution && outcomeIn(resolution, personId) !== 'unknown');
  for (const { message, resolution } of launched) {
    if (!resolution || !isMeasured(message)) continue;
    for (const recipient of recipientsOf(resolution)) {
      const { personId } = recipient;
      if (isChosen(personId)) found.set(personId, [...(found.get(personId) ?? []), recipient]);
    }
  }
  return found;
}

/** Returns the messages that reach these people for the function. */
const carrying = (launched: readonly Launched[], { groupId }: Limit, people: ReadonlyMap<number, unknown>): number[] =>
  launched
    .filter((one) => one.isFallback || isFor(one, groupId))
    .filter(({ resolution }) => resolution && people.keys().some((personId) => recipientIn(resolution, personId)))
    .map(({ message }) => message.id);
