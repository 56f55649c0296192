import type { Desk, Desks } from '#server/alerting/delivery/desks.ts';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Claimed } from './claim.ts';
import type { Claim, Due } from './due.ts';

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

const placesOf = ({ sender, slots, underway, places }: Desk) => sender.room?.() ?? Math.min(slots + underway, places);

/** A claim costs more than the rows in it: what is no alarm waits until a quarter of its places is free. */
export function isWorthwhile(desk: Desk): boolean {
  const places = placesOf(desk);
  return 4 * desk.others <= 3 * (places - reservedSlots(places));
}

/** How many recipients of each message to claim of what is due, by what the channels can take; `turn` moves on with every call. */
export function chooseClaims(desks: Desks, due: readonly Due[], turn: number): Claim[] {
  const channels = Map.groupBy(due, ({ channelId }) => channelId);
  return [...channels].flatMap(([channelId, waiting]) => {
    const desk = desks.get(channelId);
    if (!desk?.isActive) return [];
    const slots = Math.min(placesOf(desk), desk.breaker.limit());
    // what was begun when this process dies may come twice: of alarms never more than the channel has connections; with a
    // quick server as many again are claimed meanwhile
    const forAlarms = desk.sender.room ? Math.min(slots, 2 * desk.slots) : slots;
    return shareSlots(waiting, { slots, forAlarms, held: desk.held, others: desk.others }, turn);
  });
}

/** What is left of the list; a claim that got less than it asked for has taken all there was. */
export function remaining(due: readonly Due[], claims: readonly Claim[], claimed: readonly Claimed[]): Due[] {
  const got = Map.groupBy(claimed, ({ messageId }) => messageId);
  return due.flatMap((entry) => {
    const claim = claims.find((c) => c.messageId === entry.messageId && c.channelId === entry.channelId);
    if (!claim) return [entry];
    const n = got.get(entry.messageId)?.length ?? 0;
    const count = n < claim.count ? 0 : entry.count - n;
    return count > 0 ? [{ ...entry, count }] : [];
  });
}
