import { createBlame } from '#server/alerting/delivery/blame.ts';
import { createBreaker } from '#server/alerting/delivery/breaker.ts';
import type { OpenChannel } from '#server/alerting/delivery/open-channels.ts';
import type { Outgoing } from '#server/channels/channel.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';

/** A channel that keeps its one message in memory. */
export interface LoopBack {
  channel: OpenChannel;
  /** Returns the message, once it was handed over. */
  received(): Outgoing | undefined;
}

const probe = 10_000;

/** Opens a channel that accepts one message and sends nothing, in place of the exercise channel. */
export function openLoopBack(channelId: number): LoopBack {
  let received: Outgoing | undefined;
  const channel: OpenChannel = {
    channelId,
    stored: { id: channelId, settings: {}, secrets: null },
    type: 'exercise',
    sender: {
      async send(outgoing) {
        outgoing.begin();
        received = outgoing;
        return {};
      },
      close: async () => {},
    },
    isActive: true,
    slots: 1,
    places: 1,
    neverTwice: false,
    held: 0,
    others: 0,
    underway: 0,
    inDoubt: createGate({ width: 1, queue: 0, patience: 0, refusal: () => new Refusal('error_busy') }),
    breaker: createBreaker(probe),
    blame: createBlame(probe),
    goodAt: Number.NEGATIVE_INFINITY,
    unheardOf: null,
    trouble: null,
    hearingTrouble: null,
  };
  return { channel, received: () => received };
}
