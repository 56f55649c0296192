import { NotStarted } from '#server/channels/channel.ts';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Transaction } from './envelope.ts';
import type { Letter, SmtpLink } from './letter.ts';
import { linkOver } from './link.ts';
import { openTempo } from './tempo.ts';
import { openWire, type Server, type Wire } from './wire.ts';

export interface Pool {
  /** Sends over a free connection; resolves to the reply. Throws SmtpFailure, or the error of `begin`. */
  send(transaction: Transaction): Promise<string>;
  /** Opens a connection if none is open, because a mail is about to follow. */
  prepare(): void;
  /** Returns the useful number of parallel mails at the server's current speed. */
  room(): number;
  /** Closes connections when idle. */
  close(): void;
}

const idleTime = 30_000;
const tickEvery = 250;
// After that, a mail returns to the queue.
const patience = 5_000;
// How often one more is tried after the server limited connections.
const raiseEvery = 10_000;

/**
 * Keeps up to `most` connections. At first, and after a failure, one must succeed before others open. A refusal while
 * others work lowers the limit for a while. Silently replaces closed connections.
 */
export function openPool(server: Server, most: number): Pool {
  const pool = new ConnectionPool(server, most);
  return {
    send: (transaction) => pool.send(transaction),
    prepare: () => pool.prepare(),
    room: () => pool.room(), // also called on its own, without the pool
    close: () => pool.close(),
  };
}

class ConnectionPool {
  readonly #server: Server;
  readonly #most: number;
  readonly #urgent: Letter[] = [];
  readonly #others: Letter[] = [];
  readonly #links = new Set<SmtpLink>();
  readonly #tempo = openTempo();
  #opening = 0;
  #limit: number;
  #limitedAt = 0;
  #closed = false;
  /** The last connection succeeded. */
  #proven = false;
  #ticking: NodeJS.Timeout | undefined;

  constructor(server: Server, most: number) {
    this.#server = server;
    this.#most = most;
    this.#limit = most;
  }

  send(transaction: Transaction): Promise<string> {
    return new Promise((taken, failed) => {
      this.#queue({ transaction, since: performance.now(), cameBack: false, taken, failed }, false);
    });
  }

  prepare(): void {
    if (this.#closed || this.#links.size + this.#opening > 0) return;
    this.#connect();
    this.#work();
  }

  room(): number {
    return this.#limit * this.#tempo.ahead();
  }

  close(): void {
    this.#closed = true;
    for (const link of this.#links) if (link.idleSince !== null) link.quit();
  }

  get #waiting(): number {
    return this.#urgent.length + this.#others.length;
  }

  #fewer(connections: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, connections));
    this.#limitedAt = performance.now();
  }

  /** Reserves a fifth of the connections for alarms. */
  #forOthers(): number {
    const busy = [...this.#links].filter(({ carriesOther }) => carriesOther).length;
    return this.#limit - reservedSlots(this.#limit) - busy;
  }

  #next(link: SmtpLink, following: boolean): Letter | undefined {
    if (following && !this.#tempo.isQuick()) return;
    const first = (letters: Letter[]) => {
      // a letter that lost its connection doesn't wait behind one again
      const at = following ? letters.findIndex(({ cameBack }) => !cameBack) : 0;
      return at < 0 ? undefined : letters.splice(at, 1)[0];
    };
    return first(this.#urgent) ?? (link.carriesOther || this.#forOthers() > 0 ? first(this.#others) : undefined);
  }

  #work(): void {
    for (const link of this.#links) if (link.idleSince !== null && this.#waiting > 0) link.work();
    const wanted = this.#urgent.length + Math.min(this.#others.length, Math.max(0, this.#forOthers()));
    const room = this.#limit - this.#links.size - this.#opening;
    const free = Math.min(wanted - this.#opening, room, this.#proven ? this.#most : 1 - this.#opening);
    for (let n = 0; n < free; n++) this.#connect();
    this.#ticking ??= setInterval(() => this.#tick(), tickEvery).unref();
  }

  #connect(): void {
    this.#opening++;
    openWire(this.#server).then(
      (wire) => this.#connected(wire),
      (error: unknown) => this.#notConnected(error),
    );
  }

  #connected(wire: Wire): void {
    this.#opening--;
    this.#proven = true;
    const link = linkOver(wire, {
      next: (of, following) => this.#next(of, following),
      back: (letter) => this.#queue({ ...letter, cameBack: true }, true),
      answered: this.#tempo.answered,
      answering: this.#tempo.answering,
      unwanted: () => this.#fewer(this.#links.size - 1),
      ended: (ended) => {
        this.#links.delete(ended);
        setImmediate(() => this.#work());
      },
    });
    this.#links.add(link);
    if (this.#closed && this.#waiting === 0) link.quit();
    this.#work();
  }

  #notConnected(error: unknown): void {
    this.#opening--;
    this.#proven = this.#links.size > 0;
    if (this.#proven) this.#fewer(this.#links.size);
    else if (this.#opening === 0)
      for (const letter of [...this.#urgent.splice(0), ...this.#others.splice(0)]) letter.failed(error);
  }

  #queue(letter: Letter, first: boolean): void {
    const letters = letter.transaction.urgent ? this.#urgent : this.#others;
    if (first) letters.unshift(letter);
    else letters.push(letter);
    this.#work();
  }

  #tick(): void {
    const now = performance.now();
    for (const link of this.#links) {
      link.tick(now);
      const { idleSince } = link;
      if (idleSince !== null && (this.#closed || now - idleSince > idleTime)) link.quit();
    }
    if (this.#links.size) for (const letters of [this.#urgent, this.#others]) returnPatient(letters, now);
    if (this.#limit < this.#most && now - this.#limitedAt > raiseEvery) {
      this.#limit++;
      this.#limitedAt = now;
    }
    if (this.#waiting > 0) this.#work();
    else if (this.#links.size + this.#opening === 0) {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
  }
}

/** Returns letters to the queue that waited too long. */
function returnPatient(letters: Letter[], now: number): void {
  for (const letter of letters.filter((one) => one.transaction.patient && now - one.since > patience)) {
    letters.splice(letters.indexOf(letter), 1);
    letter.failed(new NotStarted());
  }
}
