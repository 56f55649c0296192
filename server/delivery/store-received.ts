import type { Received } from '#server/channels/channel.ts';
import type { Db } from '#server/database/connect.ts';
import { durably } from '#server/database/durably.ts';
import { storeReplies } from '#server/messages/answers/replies.ts';
import { storePieces } from '#server/messages/answers/reply-pieces.ts';
import { storeReceipts } from './receipts.ts';

/** The channel that something came back over. */
interface Channel {
  id: number;
  /** Kinds of address its people have. */
  addresses: readonly string[];
}

/** Stores what a provider told, in one transaction: when this resolves it is on disk. */
export const storeReceived = (
  db: Db,
  channel: Channel,
  { receipts, replies, pieces = [] }: Omit<Received, 'response'>,
): Promise<void> =>
  durably(db, async (tx) => {
    await storeReceipts(tx, channel.id, receipts);
    await storeReplies(tx, channel, replies);
    await storePieces(tx, channel.id, pieces);
  });
