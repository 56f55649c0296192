import type { OpenChannel, OpenChannels } from '#server/alerting/delivery/open-channels.ts';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Claimed } from './claim.ts';
import type { Claim, Due } from './due.ts';

/** The current capacity of a channel. */
export interface Capacity {
  slots: number;
  /** The maximum for alarms. */
  forAlarms: number;
  held: number;
  /** Slots in use by other messages. */
  others: number;
}

/**
 * Shares free slots: alarms first, then normal messages, then bulk. Within a lane, messages take turns, so that none
 * starves; `turn` decides which starts.
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

const placesOf = ({ sender, slots, underway, places }: OpenChannel) =>
  sender.room?.() ?? Math.min(slots + underway, places);

/** Returns whether a claim is worth its cost: others wait until a quarter is free. */
export function isWorthwhile(channel: OpenChannel): boolean {
  const places = placesOf(channel);
  return 4 * channel.others <= 3 * (places - reservedSlots(places));
}

/** Returns the recipients to claim per message; `turn` increases with every call. */
export function chooseClaims(open: OpenChannels, due: readonly Due[], turn: number): Claim[] {
  const channels = Map.groupBy(due, ({ channelId }) => channelId);
  return [...channels].flatMap(([channelId, waiting]) => {
    const channel = open.get(channelId);
    if (!channel?.isActive) return [];
    const slots = Math.min(placesOf(channel), channel.breaker.limit());
    // a crash may duplicate begun messages, so alarms never exceed the connections, on a fast server twice
    const forAlarms = channel.sender.room ? Math.min(slots, 2 * channel.slots) : slots;
    return shareSlots(waiting, { slots, forAlarms, held: channel.held, others: channel.others }, turn);
  });
}

/** Returns the rest of the list; a claim that got fewer than requested has taken all. */
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
