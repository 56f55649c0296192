import { NotStarted } from '#server/channels/channel.ts';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Transaction } from './envelope.ts';
import { type Letter, linkOver, type SmtpLink } from './link.ts';
import { openTempo } from './tempo.ts';
import { openWire, type Server } from './wire.ts';

/** A pool of open connections to one mail server. */
export interface Pool {
  /** Sends over a free connection; resolves to the server's reply. Throws SmtpFailure, or the error of `begin`. */
  send(transaction: Transaction): Promise<string>;
  /** Returns the useful number of parallel mails at the server's current speed. */
  room(): number;
  /** Closes idle connections; busy ones close after their letters. */
  close(): void;
}

const idleTime = 30_000;
const tickEvery = 250;
// After a longer wait for a connection, a mail returns to the queue, where it can still be stopped or answered.
const patience = 5_000;
// After the server limited connections, one more is tried at this interval.
const raiseEvery = 10_000;

/**
 * Keeps up to `most` connections, as many as the server accepts. At first, and after a failure, one must succeed before others
 * open. If the server refuses one while others work, the limit drops for a while. Silently replaces closed connections.
 */
export function openPool(server: Server, most: number): Pool {
  const urgent: Letter[] = [];
  const others: Letter[] = [];
  const links = new Set<SmtpLink>();
  const tempo = openTempo();
  let opening = 0;
  let limit = most;
  let limitedAt = 0;
  let closed = false;
  /** The last connection succeeded. */
  let proven = false;
  let ticking: NodeJS.Timeout | undefined;

  const fewer = (connections: number) => {
    limit = Math.max(1, Math.min(limit, connections));
    limitedAt = performance.now();
  };
  /** Reserves a fifth of the connections for alarms. */
  const forOthers = () => limit - reservedSlots(limit) - [...links].filter(({ carriesOther }) => carriesOther).length;
  const next = (link: SmtpLink, following: boolean): Letter | undefined => {
    if (following && !tempo.isQuick()) return;
    const first = (letters: Letter[]) => {
      // a letter that lost its connection behind another doesn't wait behind one again
      const at = following ? letters.findIndex(({ cameBack }) => !cameBack) : 0;
      return at < 0 ? undefined : letters.splice(at, 1)[0];
    };
    return first(urgent) ?? (link.carriesOther || forOthers() > 0 ? first(others) : undefined);
  };
  const work = () => {
    for (const link of links) if (link.idleSince !== null && urgent.length + others.length > 0) link.work();
    const wanted = urgent.length + Math.min(others.length, Math.max(0, forOthers()));
    const free = Math.min(wanted - opening, limit - links.size - opening, proven ? most : 1 - opening);
    for (let n = 0; n < free; n++) connect();
    ticking ??= setInterval(tick, tickEvery).unref();
  };
  const connect = () => {
    opening++;
    openWire(server).then(
      (wire) => {
        opening--;
        proven = true;
        const link = linkOver(wire, {
          next,
          back: (letter) => queue({ ...letter, cameBack: true }, true),
          answered: tempo.answered,
          answering: tempo.answering,
          unwanted: () => fewer(links.size - 1),
          ended: (ended) => {
            links.delete(ended);
            setImmediate(work);
          },
        });
        links.add(link);
        if (closed && urgent.length + others.length === 0) link.quit();
        work();
      },
      (error: unknown) => {
        opening--;
        proven = links.size > 0;
        if (proven) fewer(links.size);
        else if (opening === 0) for (const letter of [...urgent.splice(0), ...others.splice(0)]) letter.failed(error);
      },
    );
  };
  const queue = (letter: Letter, first: boolean) => {
    const letters = letter.transaction.urgent ? urgent : others;
    if (first) letters.unshift(letter);
    else letters.push(letter);
    work();
  };
  const tick = () => {
    const now = performance.now();
    for (const link of links) {
      link.tick(now);
      const { idleSince } = link;
      if (idleSince !== null && (closed || now - idleSince > idleTime)) link.quit();
    }
    for (const letters of [urgent, others]) {
      const tired = links.size ? letters.filter((one) => one.transaction.patient && now - one.since > patience) : [];
      for (const letter of tired) {
        letters.splice(letters.indexOf(letter), 1);
        letter.failed(new NotStarted());
      }
    }
    if (limit < most && now - limitedAt > raiseEvery) {
      limit++;
      limitedAt = now;
    }
    if (urgent.length + others.length > 0) return work();
    if (links.size + opening > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  return {
    send: (transaction) =>
      new Promise((taken, failed) => {
        queue({ transaction, since: performance.now(), cameBack: false, taken, failed }, false);
      }),
    room: () => limit * tempo.ahead(),
    close() {
      closed = true;
      for (const link of links) if (link.idleSince !== null) link.quit();
    },
  };
}
