import type { Candidate, StopLimit } from '#server/alerting/recipients/candidates.ts';
import { outcomeIn, type Resolution, reachedIn } from '#server/alerting/recipients/resolution.ts';

/** One member of a planned stop limit. */
export interface PlannedMember {
  personId: number;
  position: number;
  priority: boolean;
  /** Asked regardless of limits. */
  always: boolean;
  /** Asked by the launch itself, regardless of the limit. */
  atOnce: boolean;
  /** Wanted for the function, but on none of its lists. */
  joins: boolean;
}

/** A stop limit over messages that launch together. */
export interface PlannedCascade extends Omit<StopLimit, 'queue'> {
  messageIds: number[];
  members: PlannedMember[];
  /** The number of absent members, who aren't asked. */
  absent: number;
  /** A list plans it; otherwise it is for joining people. */
  isListed: boolean;
}

/** The stop limits of a launch, and people asked at once. */
export interface CascadePlan {
  cascades: PlannedCascade[];
  asked: Set<number>;
}

/** Returns whether a person is also a recipient without a limit. */
export type IsFree = (personId: number, found: readonly Candidate[]) => boolean;

const isUnlimited: IsFree = (_personId, found) => found.some(({ unlimited }) => unlimited);

/**
 * Plans one cascade per limited group over all messages; its members have an address on at least one channel. Of two
 * limits on one group, the greater number and the shorter wait apply.
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
        queue: known && known.queue !== limit.queue ? [...new Set([...known.queue, ...limit.queue])] : limit.queue,
        messageIds: [...(known?.messageIds ?? []), messageId],
      });
    }
  }
  const all = [...resolutions.values()];
  const asked = new Set<number>();
  const cascades = [...merged.values()].map(({ queue, ...limit }) => {
    const reachable = queue.map((personId) => reachedBy(all, personId)).filter((found) => found.length > 0);
    const members = reachable.map((found, position) => {
      const { personId } = found[0]!;
      const priority = found.some((one) => one.priority);
      const always = priority || isFree(personId, found);
      if (always) asked.add(personId);
      return { personId, position, priority, always, atOnce: always, joins: false };
    });
    const absent = queue.filter((personId) => isSpared(all, personId)).length;
    return { ...limit, members, absent, isListed: true };
  });
  return { cascades, asked };
}

const isSpared = (resolutions: readonly Resolution[], personId: number): boolean =>
  resolutions.some((resolution) => outcomeIn(resolution, personId) === 'absent');

const reachedBy = (resolutions: readonly Resolution[], personId: number): Candidate[] =>
  resolutions.flatMap((resolution) => reachedIn(resolution, personId) ?? []);
