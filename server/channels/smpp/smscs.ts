import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterApp } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { type SmppFailure, smppDeliveryError } from './errors.ts';
import type { Deliver, SmppLink, Smsc, Waits } from './link.ts';
import { type Mode, SmscSessions } from './sessions.ts';

/** A provider's SMSCs; the first reachable one sends. */
export interface Smscs {
  /** Returns a usable link; throws the first SMSC's SmppFailure. */
  sending(): Promise<SmppLink>;
  close(): Promise<void>;
}

interface Wanted {
  smscs: readonly Smsc[];
  mode: Mode;
  waits: Waits;
  /** Without it, sessions bind only for sending. */
  deliver: Deliver | null;
  /** Receives why receiving fails, or null, and whether sending fails too. */
  trouble: (reason: DeliveryReason | null, alsoSends: boolean) => void;
  log: Pick<AdapterApp['log'], 'info' | 'warn'>;
}

const alreadyBound = 0x05; // ESME_RALYBND: another process of ours may be bound and sending

/** Opens the SMSCs: with `deliver` all, otherwise the first that responds, on demand. */
export function openSmscs({ smscs, mode, waits, deliver, trouble, log }: Wanted): Smscs {
  const closing = new AbortController();
  const places = smscs.map((smsc) => new SmscSessions(smsc, { mode, waits, deliver, closing: closing.signal }));
  const keep = async (place: SmscSessions, at: number) => {
    const [shortest, longest] = waits.again;
    let wait = shortest;
    while (!closing.signal.aborted) {
      try {
        const { all } = place.bound ?? (await place.connect());
        log.info({ event: 'smpp_bound', smsc: at + 1 });
        wait = shortest;
        trouble(null, true);
        await Promise.race([...all.map((link) => link.ended), aborted(closing.signal)]);
        if (!closing.signal.aborted) log.warn({ event: 'smpp_ended', smsc: at + 1 });
      } catch (error) {
        const { stage, status } = error as SmppFailure;
        if (closing.signal.aborted) return;
        const { reason, broken } = smppDeliveryError(error as SmppFailure);
        if (broken) wait = longest; // providers lock an account after repeated wrong passwords
        log.warn({ event: 'smpp_not_bound', smsc: at + 1, stage, status });
        if (!places.some(({ bound }) => bound)) trouble(reason, status !== alreadyBound);
      }
      const pause = sleep(wait * (0.5 + Math.random()), undefined, { signal: closing.signal }).catch(() => undefined);
      await Promise.race([pause, place.success]);
      wait = Math.min(wait * 2, longest);
    }
  };
  const kept = deliver ? places.map(keep) : [];
  return {
    async sending() {
      for (;;) {
        const ready = places.find(({ bound }) => bound);
        if (ready) return ready.bound!.sender;
        const doubts = places.flatMap(({ doubt }) => doubt ?? []);
        if (!doubts.length) break;
        await Promise.race(doubts);
      }
      const failures: unknown[] = [];
      for (const place of places) {
        try {
          return (await place.connect()).sender;
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
    async close() {
      closing.abort();
      await Promise.all(places.map((place) => place.close()));
      await Promise.all(kept);
    },
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
