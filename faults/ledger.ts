import type { FakeSmsc } from '#testing/fakes/smsc.ts';
import type { Sink } from './sink.ts';

/** A message accepted by a provider. */
export interface AcceptedMessage {
  channelId: number;
  to: string;
  /** Its key, if the channel has keys. */
  key: string | null;
  /** The recipient's row in the key. */
  recipient: number | null;
  /** Milliseconds since 1970. */
  at: number;
  /** The sender got no confirmation. */
  ambiguous: boolean;
}

/** Returns the mails that a mail server accepted. */
export async function mailLedger(channelId: number, sink: Sink): Promise<AcceptedMessage[]> {
  return (await sink.ledger()).map(({ to, messageId, at, ambiguous }) => {
    const recipient = Number(/^d\.(\d+)\./.exec(messageId)?.[1] ?? Number.NaN);
    return { channelId, to, at, ambiguous, key: messageId, recipient: Number.isNaN(recipient) ? null : recipient };
  });
}

/** Returns the texts accepted by an SMS centre. */
export const smsLedger = (channelId: number, smsc: FakeSmsc, untold: ReadonlySet<string>): AcceptedMessage[] =>
  smsc.taken.map(({ id, to, at }) => ({
    channelId,
    to,
    at,
    key: null,
    recipient: null,
    ambiguous: untold.has(id),
  }));
