import type { StopLimit } from '#server/messages/recipients/candidates.ts';
import { type Recipient, type Resolution, recipientIn, standingIn } from '#server/messages/recipients/resolution.ts';

/** A stop limit over the messages that are launched together. */
export interface PlannedCascade extends Omit<StopLimit, 'queue'> {
  messageIds: number[];
  members: { personId: number; position: number; priority: boolean; always: boolean }[];
  /** How many of the group are absent and are not asked. */
  absent: number;
}

/** What the launch of messages plans: the stop limits, and whom they let through at once. */
export interface CascadePlan {
  cascades: PlannedCascade[];
  /** Members who are asked whatever the limits say: with priority, or brought in without a limit as well. */
  always: Set<number>;
}

/**
 * One cascade per limited group over all messages of the launch. Members are those who have an address on at least one
 * of its channels; of two limits on one group the greater number and the shorter wait hold.
 */
export function planCascades(resolutions: ReadonlyMap<number, Resolution>): CascadePlan {
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
  const always = new Set<number>();
  const cascades = [...merged.values()].map(({ queue, ...limit }) => {
    const reachable = queue.map((personId) => reachedBy(resolutions, personId)).filter((found) => found.length > 0);
    const members = reachable.map((found, position) => {
      const { personId } = found[0]!;
      const priority = found.some((one) => one.priority);
      if (priority || found.some((one) => one.unlimited)) always.add(personId);
      return { personId, position, priority, always: always.has(personId) };
    });
    const absent = queue.filter((personId) => isSpared(resolutions, personId)).length;
    return { ...limit, members, absent };
  });
  return { cascades, always };
}

const isSpared = (resolutions: ReadonlyMap<number, Resolution>, personId: number): boolean =>
  [...resolutions.values()].some((resolution) => standingIn(resolution, personId) === 'absent');

const reachedBy = (resolutions: ReadonlyMap<number, Resolution>, personId: number): Recipient[] =>
  [...resolutions.values()].flatMap((resolution) => recipientIn(resolution, personId) ?? []);
