import type { Smsc } from '#testing/peers/smsc.ts';
import type { Sink } from './sink.ts';

/** A message that a provider took. */
export interface Taken {
  channelId: number;
  to: string;
  /** The key it carried, where the channel has one. */
  key: string | null;
  /** The recipient's row as the key names it. */
  recipient: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** The sender was not told. */
  ambiguous: boolean;
}

/** What a mail server took. */
export async function mailLedger(channelId: number, sink: Sink): Promise<Taken[]> {
  return (await sink.ledger()).map(({ to, messageId, at, ambiguous }) => {
    const recipient = Number(/^d\.(\d+)\./.exec(messageId)?.[1] ?? Number.NaN);
    return { channelId, to, at, ambiguous, key: messageId, recipient: Number.isNaN(recipient) ? null : recipient };
  });
}

/** What an SMS centre took: whole texts of one part each. */
export const smsLedger = (channelId: number, smsc: Smsc, untold: ReadonlySet<string>): Taken[] =>
  smsc.taken.map(({ id, to, at }) => ({
    channelId,
    to,
    at,
    key: null,
    recipient: null,
    ambiguous: untold.has(id),
  }));
