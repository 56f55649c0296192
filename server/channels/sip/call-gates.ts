import { NotStarted } from '#server/channels/channel.ts';

/** The limits of calls to numbers with a prefix; an empty one is for all. */
export interface CallLimit {
  prefix: string;
  /** Calls at once. */
  most: number;
  /** New calls per second; null: any number. */
  perSecond: number | null;
}

interface Gate extends CallLimit {
  used: number;
  /** When the next call may begin. */
  next: number;
}

interface Waiting {
  gates: readonly Gate[];
  begin: () => void;
}

/** How long a call waits for a limit of its prefix, in milliseconds. Then others take its place in the queue. */
const patience = 2_000;

/** Lets calls begin so that none of the limits for their number is exceeded. */
export class CallGates {
  readonly #gates: readonly Gate[];
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #callers = 0;

  constructor(limits: readonly CallLimit[]) {
    this.#gates = limits.map((limit) => ({ ...limit, used: 0, next: 0 }));
  }

  /** Runs a call when it may begin. Throws NotStarted if its prefix has no room for long. */
  async through<T>(to: string, call: () => Promise<T>): Promise<T> {
    const gates = this.#gates.filter(({ prefix }) => to.startsWith(prefix));
    await this.#turn(gates);
    try {
      return await call();
    } finally {
      for (const gate of gates) gate.used--;
      this.#admit();
    }
  }

  /**
   * Takes a place for somebody who calls; returns what frees it, or null without a free one. Callers get half of the
   * places, because the others are for those who must still be called.
   */
  takePlace(): (() => void) | null {
    const gates = this.#gates.filter(({ prefix }) => prefix === '');
    if (gates.some(({ used, most }) => used >= most || this.#callers >= Math.ceil(most / 2))) return null;
    this.#callers++;
    for (const gate of gates) gate.used++;
    return () => {
      this.#callers--;
      for (const gate of gates) gate.used--;
      this.#admit();
    };
  }

  #turn(gates: readonly Gate[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        gates,
        begin: () => {
          clearInterval(timer);
          resolve();
        },
      };
      const timer = setInterval(() => {
        const now = performance.now();
        if (!gates.some((gate) => gate.prefix && !isOpen(gate, now))) return;
        clearInterval(timer);
        this.#waiting.delete(waiting);
        reject(new NotStarted());
      }, patience);
      this.#waiting.add(waiting);
      this.#admit();
    });
  }

  /** Begins all waiting calls that may, in their order. */
  #admit(): void {
    const now = performance.now();
    for (const waiting of this.#waiting) {
      if (!waiting.gates.every((gate) => isOpen(gate, now))) continue;
      this.#waiting.delete(waiting);
      for (const gate of waiting.gates) take(gate, now);
      waiting.begin();
    }
    clearTimeout(this.#timer);
    const times = [...this.#waiting].flatMap(({ gates }) => gates.map(({ next }) => next)).filter((next) => next > now);
    if (times.length) this.#timer = setTimeout(() => this.#admit(), Math.ceil(Math.min(...times) - now));
  }
}

const isOpen = ({ used, most, next }: Gate, now: number): boolean => used < most && next <= now;

function take(gate: Gate, now: number): void {
  gate.used++;
  if (gate.perSecond === null) return;
  const gap = 1_000 / gate.perSecond;
  // a late timer doesn't lower the rate
  gate.next = (now - gate.next < gap ? gate.next : now) + gap;
}

/** Reads a line of limits: prefix, calls at once and, if written, new calls per second; null if invalid. */
export function limitLine(line: string): CallLimit | null {
  const match = /^\s*(\+\d{1,14})[\s:=]+(\d{1,3})(?:\s+(\d{1,2}(?:[.,]\d)?))?\s*$/.exec(line);
  if (!match) return null;
  const perSecond = match[3] === undefined ? null : Number(match[3].replace(',', '.'));
  const most = Number(match[2]);
  return most >= 1 && (perSecond === null || perSecond > 0) ? { prefix: match[1]!, most, perSecond } : null;
}
