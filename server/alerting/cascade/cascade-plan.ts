import type { StopLimit } from '#server/alerting/recipients/candidates.ts';
import { type Recipient, type Resolution, recipientIn, standingIn } from '#server/alerting/recipients/resolution.ts';

/** One person of a planned stop limit. */
export interface PlannedMember {
  personId: number;
  position: number;
  priority: boolean;
  /** Asked whatever the limits say: with priority, or brought in without a limit as well. */
  always: boolean;
  /** Asked by the launch itself, whatever the limit says by then. */
  atOnce: boolean;
  /** Wanted for the function besides; no list brings them in. */
  joins: boolean;
}

/** A stop limit over the messages that are launched together. */
export interface PlannedCascade extends Omit<StopLimit, 'queue'> {
  messageIds: number[];
  members: PlannedMember[];
  /** How many of the group are absent and are not asked. */
  absent: number;
  /** A list plans it; else it is there for those who join. */
  isListed: boolean;
}

/** What the launch of messages plans: the stop limits, and whom they let through at once. */
export interface CascadePlan {
  cascades: PlannedCascade[];
  /** Members who are asked at once. */
  asked: Set<number>;
}

/** Whether somebody is brought in without a limit, seen from where they are reached. */
export type IsFree = (personId: number, found: readonly Recipient[]) => boolean;

const isUnlimited: IsFree = (_personId, found) => found.some(({ unlimited }) => unlimited);

/**
 * One cascade per limited group over all messages of the launch. Members are those who have an address on at least one
 * of its channels; of two limits on one group the greater number and the shorter wait hold.
 */
export function planCascades(resolutions: ReadonlyMap<number, Resolution>, isFree: IsFree = isUnlimited): CascadePlan {
  const merged = new Map<number, StopLimit & { messageIds: number[] }>();
  for (const [messageId, { limits }] of resolutions) {
    for (const limit of limits) {
      const known = merged.get(limit.groupId);
      merged.set(limit.groupId, {
        groupId: limit.groupId,
        listName: known?.listName ?? limit.listName,
        needed: Math.max(limit.needed, known?.needed ?? 0),
        waitMinutes: Math.min(limit.waitMinutes, known?.waitMinutes ?? limit.waitMinutes),
        queue: known ? [...new Set([...known.queue, ...limit.queue])] : limit.queue,
        messageIds: [...(known?.messageIds ?? []), messageId],
      });
    }
  }
  const asked = new Set<number>();
  const cascades = [...merged.values()].map(({ queue, ...limit }) => {
    const reachable = queue.map((personId) => reachedBy(resolutions, personId)).filter((found) => found.length > 0);
    const members = reachable.map((found, position) => {
      const { personId } = found[0]!;
      const priority = found.some((one) => one.priority);
      const always = priority || isFree(personId, found);
      if (always) asked.add(personId);
      return { personId, position, priority, always, atOnce: always, joins: false };
    });
    const absent = queue.filter((personId) => isSpared(resolutions, personId)).length;
    return { ...limit, members, absent, isListed: true };
  });
  return { cascades, asked };
}

const isSpared = (resolutions: ReadonlyMap<number, Resolution>, personId: number): boolean =>
  [...resolutions.values()].some((resolution) => standingIn(resolution, personId) === 'absent');

const reachedBy = (resolutions: ReadonlyMap<number, Resolution>, personId: number): Recipient[] =>
  [...resolutions.values()].flatMap((resolution) => recipientIn(resolution, personId) ?? []);
