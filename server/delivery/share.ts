import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Due } from './due.ts';

/** What a channel can take at this moment. */
export interface Capacity {
  slots: number;
  /** How many of them alarms may use at once. */
  forAlarms: number;
  /** Slots in use. */
  held: number;
  /** Of those, the ones used by what is no alarm. */
  others: number;
}

/** How many recipients of a message to claim. */
export interface Claim {
  messageId: number;
  channelId: number;
  count: number;
}

/**
 * Shares a channel's free slots: alarms first, then normal messages, then bulk; within a lane the messages take turns,
 * so that a large one cannot starve a small one. `turn` moves on with every call and decides who begins.
 */
export function shareSlots(due: readonly Due[], capacity: Capacity, turn: number): Claim[] {
  const claims: Claim[] = [];
  let free = capacity.slots - capacity.held;
  const alarms = Math.max(0, capacity.forAlarms - (capacity.held - capacity.others));
  let others = Math.max(0, capacity.slots - reservedSlots(capacity.slots) - capacity.others);
  for (const lane of ['alarm', 'normal', 'bulk'] as const) {
    const waiting = due.filter((entry) => entry.lane === lane);
    const given = takeTurns(waiting, Math.min(free, lane === 'alarm' ? alarms : others), turn);
    for (const claim of given) {
      claims.push(claim);
      free -= claim.count;
      if (lane !== 'alarm') others -= claim.count;
    }
  }
  return claims;
}

function takeTurns(waiting: readonly Due[], slots: number, turn: number): Claim[] {
  const counts = waiting.map(() => 0);
  let left = Math.min(
    slots,
    waiting.reduce((sum, { count }) => sum + count, 0),
  );
  for (let at = turn; left > 0; at++) {
    const index = at % waiting.length;
    if (counts[index]! >= waiting[index]!.count) continue;
    counts[index]!++;
    left--;
  }
  return waiting.flatMap(({ messageId, channelId }, index) =>
    counts[index]! > 0 ? [{ messageId, channelId, count: counts[index]! }] : [],
  );
}
