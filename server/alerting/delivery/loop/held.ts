import type { OpenChannel, OpenChannels } from '#server/alerting/delivery/open-channels.ts';
import type { Claimed } from '#server/alerting/delivery/queue/claim.ts';
import type { HeldRecipient } from '#server/alerting/delivery/slow.ts';

/** Claimed recipients without a recorded result. Each takes a place. */
export interface HeldRecipients {
  all: ReadonlyMap<number, HeldRecipient>;
  add(recipient: Claimed): HeldRecipient;
  remove(recipient: Claimed): void;
}

interface HeldListeners {
  /** Called when a recipient is held and none was before. */
  onFirst(): void;
  /** Called when the last held alarm is removed. */
  onLastAlarm(): void;
}

/** Counts held recipients by channel. */
export function holdRecipients(
  channels: Pick<OpenChannels, 'get'>,
  { onFirst, onLastAlarm }: HeldListeners,
): HeldRecipients {
  const all = new Map<number, HeldRecipient>();
  let alarms = 0;
  return {
    all,
    add({ id, messageId, channelId, lane }) {
      const isAlarm = lane === 'alarm';
      const one = { messageId, channelId, isAlarm, since: performance.now(), isUnderway: false };
      all.set(id, one);
      if (isAlarm) alarms++;
      takePlaces(channels.get(channelId)!, isAlarm, 1);
      if (all.size === 1) onFirst();
      return one;
    },
    remove({ id, channelId, lane }) {
      all.delete(id);
      if (lane === 'alarm' && --alarms === 0) onLastAlarm();
      takePlaces(channels.get(channelId)!, lane === 'alarm', -1);
    },
  };
}

/** A negative count returns places. */
export function takePlaces(channel: OpenChannel, isAlarm: boolean, count: number): void {
  channel.held += count;
  if (!isAlarm) channel.others += count;
}
