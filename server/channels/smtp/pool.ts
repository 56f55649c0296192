import { NotStarted } from '#server/channels/channel.ts';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Transaction } from './envelope.ts';
import { type Letter, linkOver, type SmtpLink } from './link.ts';
import { openTempo } from './tempo.ts';
import { openWire, type Server } from './wire.ts';

/** Connections to one mail server that are kept open and busy. */
export interface Pool {
  /** Sends over a connection that has time; answers the server's reply, throws SmtpFailure or what `begin` throws. */
  send(transaction: Transaction): Promise<string>;
  /** How many mails are worth having at once, as quick as the server is by now. */
  room(): number;
  /** Says goodbye on every idle connection; busy ones end with what they carry. */
  close(): void;
}

const idleTime = 30_000;
const tickEvery = 250;
// What waits longer for a connection goes back into the queue, where it can still be stopped or answered.
const patience = 5_000;
// After a server wanted fewer connections, one more is tried now and then.
const raiseEvery = 10_000;

/**
 * A pool of as many connections as the server bears, at most `most`. After a failure, and at first, one proves that the
 * server can be reached before there are more; one that it refuses while others work makes them fewer for a while. A
 * connection that it closed is replaced without anyone noticing.
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
  /** Connecting went well the last time. */
  let proven = false;
  let ticking: NodeJS.Timeout | undefined;

  const fewer = (connections: number) => {
    limit = Math.max(1, Math.min(limit, connections));
    limitedAt = performance.now();
  };
  /** Of the connections a fifth is left to alarms. */
  const forOthers = () => limit - reservedSlots(limit) - [...links].filter(({ carriesOther }) => carriesOther).length;
  const next = (link: SmtpLink, following: boolean): Letter | undefined => {
    if (following && !tempo.isQuick()) return;
    const first = (letters: Letter[]) => {
      // what lost its connection behind another waits behind none again
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
