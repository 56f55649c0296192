import type { StopLimit } from '#server/messages/recipients/candidates.ts';
import type { Resolution } from '#server/messages/recipients/resolution.ts';

/** A stop limit over the messages that are launched together. */
export interface PlannedCascade extends Omit<StopLimit, 'queue'> {
  messageIds: number[];
  members: { personId: number; position: number; priority: boolean; always: boolean }[];
}

/** What the launch of messages plans: the stop limits, and whom they let through at once. */
export interface CascadePlan {
  cascades: PlannedCascade[];
  /** People who are asked whatever the limits say: with priority, or brought in without a limit as well. */
  always: Set<number>;
}

/**
 * One cascade per limited group over all messages of the launch. Members are those who have an address on at least one
 * of its channels; of two limits on one group the greater number and the shorter wait hold.
 */
export function planCascades(resolutions: ReadonlyMap<number, Resolution>): CascadePlan {
  const reachable = new Set<number>();
  const priority = new Set<number>();
  const always = new Set<number>();
  for (const { recipients } of resolutions.values()) {
    for (const recipient of recipients) {
      reachable.add(recipient.personId);
      if (recipient.priority) priority.add(recipient.personId);
      if (recipient.priority || recipient.unlimited) always.add(recipient.personId);
    }
  }
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
  const cascades = [...merged.values()].map(({ queue, ...limit }) => ({
    ...limit,
    members: queue
      .filter((personId) => reachable.has(personId))
      .map((personId, position) => ({
        personId,
        position,
        priority: priority.has(personId),
        always: always.has(personId),
      })),
  }));
  return { cascades, always };
}
