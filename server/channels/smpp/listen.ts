import type { AdapterApp, Hear } from '#server/channels/channel.ts';
import { inBatches } from '#server/platform/database/batch.ts';
import { type Heard, readDelivery } from './heard.ts';
import type { MessageIds } from './ids.ts';
import type { Deliver } from './link.ts';

const taken = 0x00;
const bringAgain = 0x64; // ESME_RX_T_APPN

/** More are refused to protect the memory. */
const mostWaiting = 1_000;

/** Processes deliver_sm and responds once the content is on disk; otherwise asks for a repetition. */
export function listenTo(
  hear: Hear,
  ids: MessageIds,
  log: Pick<AdapterApp['log'], 'warn'>,
  /** Resolves once the ids of earlier processes are known. */
  known: Promise<void>,
): Deliver {
  const store = inBatches<NonNullable<Heard>>((batch) =>
    hear({
      receipts: batch.flatMap((heard) => ('receipt' in heard ? [heard.receipt] : [])),
      replies: [],
      pieces: batch.flatMap((heard) => ('piece' in heard ? [heard.piece] : [])),
    }),
  );
  let waiting = 0;
  return async (delivery) => {
    if (waiting >= mostWaiting) return bringAgain;
    waiting++;
    try {
      await known;
      const heard = readDelivery(delivery, ids);
      if (heard) await store(heard);
      else log.warn({ event: 'smpp_report_unread' });
      return taken;
    } catch (error) {
      log.warn({ event: 'smpp_not_stored', error: (error as Error).name });
      return bringAgain;
    } finally {
      waiting--;
    }
  };
}
