import { type AttemptContext, attempt } from '#server/alerting/delivery/attempt.ts';
import type { OpenChannel, OpenChannels } from '#server/alerting/delivery/open-channels.ts';
import type { Claimed } from '#server/alerting/delivery/queue/claim.ts';
import type { recordResults } from '#server/alerting/delivery/results.ts';
import { returned } from '#server/alerting/delivery/retry.ts';
import type { HeldRecipient } from '#server/alerting/delivery/slow.ts';
import type { HeldRecipients } from './held.ts';

/** Hands claimed recipients to their channels, in parallel. */
export interface Handover {
  /** Starts with one recipient. */
  begin(recipient: Claimed, one: HeldRecipient): void;
  /** Waits at most `longest` milliseconds for results. */
  settled(longest: number): Promise<void>;
}

interface Surroundings {
  context: AttemptContext;
  channels: Pick<OpenChannels, 'get'>;
  held: HeldRecipients;
  record: ReturnType<typeof recordResults>;
  /** Called when a place is free. */
  freed: (channel: OpenChannel) => void;
}

/** Sends recipients: claimed → begun → under way → recorded. */
export function openHandover({ context, channels, held, record, freed }: Surroundings): Handover {
  const running = new Set<Promise<unknown>>();
  const markUnderway = (channel: OpenChannel, one: HeldRecipient) => {
    if (one.isUnderway) return;
    one.isUnderway = true;
    channel.goodAt = performance.now();
    channel.unheardOf = null;
    channel.underway++;
    freed(channel);
  };
  const handOver = async (recipient: Claimed, one: HeldRecipient) => {
    const channel = channels.get(recipient.channelId)!;
    // of more alarms than connections, some are only claimed
    const inDoubt = recipient.lane === 'alarm' && channel.sender.room ? channel.inDoubt : null;
    const leave = await inDoubt?.enter().catch(() => null);
    try {
      const outcome =
        leave === null ? returned : await attempt(context, channel, recipient, () => markUnderway(channel, one));
      await record({ ...outcome, recipient });
    } finally {
      leave?.();
      held.remove(recipient); // once the result is on disk, so that unknown outcomes never exceed the places
      if (one.isUnderway) channel.underway--;
    }
    freed(channel);
  };
  return {
    begin(recipient, one) {
      const task = handOver(recipient, one)
        .catch((error: Error) =>
          context.app.log.error({ event: 'attempt_failed', recipient: recipient.id, error: error.name }),
        )
        .finally(() => running.delete(task));
      running.add(task);
    },
    settled: (longest) => within(Promise.allSettled([...running]), longest),
  };
}

async function within(ended: Promise<unknown>, longest: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longest);
  });
  await Promise.race([ended, timeout]);
  clearTimeout(timer);
}
