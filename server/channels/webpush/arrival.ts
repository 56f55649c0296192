import type { Arrival } from '#server/channels/arrival.ts';
import type { Outgoing } from '#server/channels/channel.ts';
import { newsPath } from './news.ts';
import { type PushPayload, payloadOf } from './payload.ts';

/** Returns the notification as truncated, and the number of buttons. */
export function pushArrival(outgoing: Outgoing): Arrival {
  const path = newsPath({ callback: Buffer.alloc(32) }, outgoing.key, 999_999); // as long as a real one
  const { body, options } = JSON.parse(payloadOf(outgoing, path)) as PushPayload;
  const isCut = body !== outgoing.text;
  const isShort = options.length < (outgoing.answer?.options.length ?? 0);
  return {
    parts: [{ text: body }],
    losses: [
      ...(isCut ? [{ kind: 'cut', kept: body.length } as const] : []),
      ...(isShort ? [{ kind: 'options', kept: options.length } as const] : []),
    ],
  };
}
