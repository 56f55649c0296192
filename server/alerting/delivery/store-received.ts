import { storeReplies } from '#server/alerting/answers/replies.ts';
import { storePieces } from '#server/alerting/answers/reply-pieces.ts';
import type { Received } from '#server/channels/received.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { storeReceipts } from './receipts.ts';

interface Channel {
  id: number;
  addresses: readonly string[];
}

type Told = Pick<Channel, 'addresses'> & Omit<Received, 'response'>;

const groupsOf = perDatabase(({ db }: { db: Db }) =>
  batchByKey((id: number, told: readonly Told[]) => storeTold(db, id, told)),
);

/** Stores a provider's reports in order; resolves when on disk. */
export const storeReceived = (
  db: Db,
  { id, addresses }: Channel,
  received: Omit<Received, 'response'>,
): Promise<void> => groupsOf({ db })(id, { ...received, addresses });

function storeTold(db: Db, id: number, told: readonly Told[]): Promise<ItemOutcome<void>[]> {
  return withRetries(db, async (tx) => {
    const { addresses } = told.at(-1)!;
    await storeReceipts(
      tx,
      id,
      told.flatMap(({ receipts }) => receipts),
    );
    await storeReplies(
      tx,
      { id, addresses },
      told.flatMap(({ replies }) => replies),
    );
    await storePieces(
      tx,
      id,
      told.flatMap(({ pieces = [] }) => pieces),
    );
    return told.map(() => ({ result: undefined }));
  });
}
