import { NotStarted } from '#server/channels/channel.ts';
import type { CallLimit } from '#shared/call-limits.ts';

interface Gate extends CallLimit {
  used: number;
  /** When the next call may begin. */
  next: number;
  /** The time of the last call that was sent back to the queue. */
  due: number;
}

interface Waiting {
  gates: readonly Gate[];
  begin: () => void;
  /** Ends the wait; the call returns to the queue and comes again after some seconds. */
  sendBack: (seconds: number) => void;
}

/** How long a call waits for a limit of its prefix, in milliseconds. */
const patience = 2_000;
const soonest = 1_000;
const latest = 10_000;
/** Seconds until a call to a busy number comes again. */
const sameNumberAgain = 5;
/** Milliseconds between calls that come again, if the prefix has no rate. */
const usualGap = 500;

/** Lets calls begin so that none of the limits for their number is exceeded. */
export class CallGates {
  readonly #gates: readonly Gate[];
  readonly #waiting = new Set<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #callers = 0;
  readonly #numbers = new Set<string>();

  constructor(limits: readonly CallLimit[]) {
    this.#gates = limits.map((limit) => ({ ...limit, used: 0, next: 0, due: Number.NEGATIVE_INFINITY }));
  }

  /**
   * Runs a call when it may begin. Throws NotStarted if its prefix has no room soon, or while a call to the same number
   * goes on, so that it keeps no place from others.
   */
  async through<T>(to: string, call: () => Promise<T>): Promise<T> {
    // people who share a telephone are called one after the other
    if (this.#numbers.has(to)) throw new NotStarted(sameNumberAgain);
    this.#numbers.add(to);
    try {
      return await this.#inTurn(to, call);
    } finally {
      this.#numbers.delete(to);
    }
  }

  async #inTurn<T>(to: string, call: () => Promise<T>): Promise<T> {
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
        sendBack: (seconds) => {
          clearInterval(timer);
          reject(new NotStarted(seconds));
        },
      };
      const timer = setInterval(() => {
        const full = fullPrefixes(gates, performance.now());
        if (full.length) this.#sendBack(waiting, full);
      }, patience);
      this.#waiting.add(waiting);
      this.#admit();
    });
  }

  /** Begins all waiting calls that may, in their order. Few wait for a full prefix; the others return to the queue. */
  #admit(): void {
    const now = performance.now();
    const queued = new Map<Gate, number>();
    for (const waiting of this.#waiting) {
      if (waiting.gates.every((gate) => isOpen(gate, now))) {
        this.#waiting.delete(waiting);
        for (const gate of waiting.gates) take(gate, now);
        waiting.begin();
        continue;
      }
      const full = fullPrefixes(waiting.gates, now);
      if (full.some((gate) => (queued.get(gate) ?? 0) >= mostWaiting(gate))) this.#sendBack(waiting, full);
      else for (const gate of full) queued.set(gate, (queued.get(gate) ?? 0) + 1);
    }
    clearTimeout(this.#timer);
    const times = [...this.#waiting].flatMap(({ gates }) => gates.map(({ next }) => next)).filter((next) => next > now);
    if (times.length) this.#timer = setTimeout(() => this.#admit(), Math.ceil(Math.min(...times) - now));
  }

  #sendBack(waiting: Waiting, full: readonly Gate[]): void {
    this.#waiting.delete(waiting);
    const now = performance.now();
    waiting.sendBack(Math.max(...full.map((gate) => comesAgain(gate, now))) / 1_000);
  }
}

const fullPrefixes = (gates: readonly Gate[], now: number): Gate[] =>
  gates.filter((gate) => gate.prefix && !isOpen(gate, now));

/** Returns how many calls wait for a full prefix, so that the next one begins without a pause. */
const mostWaiting = ({ most, perSecond }: Gate): number => Math.ceil(Math.min(most, perSecond ?? most) / 4);

/** Spreads the calls that were sent back, in milliseconds from now, as the prefix may take them. */
function comesAgain(gate: Gate, now: number): number {
  const gap = gate.perSecond === null ? usualGap : 1_000 / gate.perSecond;
  gate.due = Math.min(Math.max(gate.due + gap, now + soonest), now + latest);
  return gate.due - now;
}

const isOpen = ({ used, most, next }: Gate, now: number): boolean => used < most && next <= now;

function take(gate: Gate, now: number): void {
  gate.used++;
  if (gate.perSecond === null) return;
  const gap = 1_000 / gate.perSecond;
  // a late timer doesn't lower the rate
  gate.next = (now - gate.next < gap ? gate.next : now) + gap;
}
