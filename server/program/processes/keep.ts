import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '#server/api/http/metrics.ts';
import type { Logger } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import type { Begin, BeginOrder, Ready, ToProcess, ToSupervisor } from './link.ts';
import { type Patience, type Pulse, watchPulse } from './pulse.ts';

/** The settings of a supervised process. */
export interface KeptProcess {
  name: string;
  /** Starts it with an IPC channel. Called again after each end. */
  start(): ChildProcess;
  /** Resolves when the process may use the database. */
  mayBegin?: Promise<Begin>;
  /** Handles its request for the metrics of all processes. */
  asked(answer: (message: ToProcess) => void, question: number): void;
  /** Takes requests during `STOP_DELAY`, with its IPC channel. */
  leavesFirst?: boolean;
  /** The time that it may hang before it is replaced. */
  patience: Patience;
  /** Handles the replacement of a hung process. */
  replaced?(): void;
  /** Handles each successful start. */
  works?(tell: (message: ToProcess) => void): void;
  /** A start failed because of the database. It repeats. */
  delayed?(): void;
  /** A process keeps ending after its start. By default, the start always repeats. */
  hopeless?(): void;
}

/** A supervised process. */
export interface Kept {
  name: string;
  /** Rejects with an EndedEarly. */
  ready: Promise<Ready>;
  readonly starts: number;
  /** The number of times it hung and was replaced. */
  readonly stuck: number;
  /** Returns whether it runs and receives messages. */
  isConnected(): boolean;
  /** Sends it a message, if it runs. */
  tell(message: ToProcess): void;
  /** Null without an answer in time. */
  measure(): Promise<Figures | null>;
  /** Ends it gracefully. Returns whether it ended properly. */
  stop(): Promise<boolean>;
  /** Ends it at once. */
  kill(): void;
}

/** A process ended before it was ready. */
export class EndedEarly extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

const longestEnd = 35_000; // a worker waits 25 seconds for running transmissions, and gives up after 30
const patience = 2_000;
const soon = 20_000;
const mostDeaths = 10;

/** Returns milliseconds by early ends in a row. */
export const pauseAfter = (deaths: number): number => Math.min(15_000, 100 * 2 ** (deaths - 1));

/** Restarts a process when it ends, with growing pauses after early ends, and a hung one at once. */
export const keep = (wanted: KeptProcess, log: Logger, pause = pauseAfter): Kept =>
  new SupervisedProcess(wanted, log, pause);

class SupervisedProcess implements Kept {
  readonly name: string;
  readonly #wanted: KeptProcess;
  readonly #log: Logger;
  readonly #pause: (deaths: number) => number;
  readonly #ready = Promise.withResolvers<Ready>();
  readonly #questions = new Map<number, (figures: Figures | null) => void>();
  #asked = 0;
  #child: ChildProcess | undefined;
  #startedAt = 0;
  #starts = 0;
  /** Early ends and delayed starts in a row. */
  #deaths = 0;
  #delays = 0;
  #wasReady = false;
  #hasBegun = false;
  #isStopping = false;
  /** The running process was killed because it hangs. */
  #hangs = false;
  #stuck = 0;
  #ended = Promise.resolve();

  constructor(wanted: KeptProcess, log: Logger, pause: (deaths: number) => number) {
    this.name = wanted.name;
    this.#wanted = wanted;
    this.#log = log;
    this.#pause = pause;
    this.#ready.promise.catch(() => {}); // a caller that waits for another process may ignore this promise
    this.#start();
  }

  get ready(): Promise<Ready> {
    return this.#ready.promise;
  }

  get starts(): number {
    return this.#starts;
  }

  get stuck(): number {
    return this.#stuck;
  }

  isConnected(): boolean {
    return this.#child?.connected ?? false;
  }

  tell(message: ToProcess): void {
    if (this.#child) send(this.#child, message);
  }

  async measure(): Promise<Figures | null> {
    if (!this.#child?.connected) return null;
    const question = ++this.#asked;
    const figures = new Promise<Figures | null>((answered) => this.#questions.set(question, answered));
    send(this.#child, { is: 'measure', question });
    const found = await Promise.race([figures, sleep(patience, null, { ref: false })]);
    this.#questions.delete(question);
    return found;
  }

  async stop(): Promise<boolean> {
    this.#isStopping = true;
    if (!this.#hasBegun)
      this.#child?.kill('SIGKILL'); // it has no work yet, and may still be loading
    else if (this.#wanted.leavesFirst) this.tell({ is: 'leave' });
    else if (this.#child?.connected) this.#child.disconnect();
    let inOrder = true;
    const timer = setTimeout(() => {
      inOrder = false;
      this.#child?.kill('SIGKILL');
    }, longestEnd);
    await this.#ended;
    clearTimeout(timer);
    return inOrder;
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  #start(): void {
    this.#starts++;
    this.#startedAt = performance.now();
    const started = this.#wanted.start();
    this.#child = started;
    const pulse = watchPulse(
      this.#wanted.patience,
      () => send(started, { is: 'ping' }),
      (seconds) => this.#replace(started, seconds),
    );
    started.on('message', (message) => this.#hear(message as ToSupervisor, started, pulse));
    this.#ended = new Promise((gone) => {
      const over = (code: number | null, signal: NodeJS.Signals | null) => {
        pulse.stop();
        gone();
        void this.#lost(code, signal);
      };
      started.once('exit', over);
      started.on('error', (error) => {
        this.#log.error({ event: 'process_failed', process: this.name, error: error.message });
        if (started.pid === undefined) over(null, null); // the start itself failed
      });
    });
  }

  #hear(message: ToSupervisor, from: ChildProcess, pulse: Pulse): void {
    pulse.answered();
    if (message.is === 'loaded') {
      void Promise.resolve(this.#wanted.mayBegin ?? {}).then(
        (own) => this.#begin(from, own),
        () => undefined, // the start failed, and this process stops with all others
      );
    } else if (message.is === 'ready') {
      this.#wasReady = this.#hasBegun = true;
      pulse.works();
      this.#wanted.works?.((answer) => send(from, answer));
      this.#ready.resolve(message.ready);
    } else if (message.is === 'gather') this.#wanted.asked((answer) => send(from, answer), message.question);
    else if (message.is !== 'pong') this.#questions.get(message.question)?.(message.figures);
  }

  #begin(one: ChildProcess, own: Begin): void {
    this.#hasBegun = true;
    // the database may change before a later start
    const isDatabaseReady = this.#starts === 1 && this.#wanted.mayBegin !== undefined;
    const begun: BeginOrder = { ...own, isDatabaseReady };
    send(one, { is: 'begin', own: begun });
  }

  #replace(started: ChildProcess, seconds: number): void {
    if (this.#isStopping || !started.connected) return;
    this.#log.error({ event: 'process_stuck', process: this.name, seconds });
    this.#hangs = true;
    this.#stuck++;
    started.kill('SIGKILL');
    this.#wanted.replaced?.();
  }

  async #lost(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    if (this.#isStopping) return;
    const isDelayed = code === exitCodes.databaseAway;
    if (isDelayed) this.#wanted.delayed?.();
    else if (!this.#wasReady) return this.#ready.reject(new EndedEarly(code || 1));
    const isEarly = performance.now() - this.#startedAt < soon;
    if (!isDelayed) this.#deaths = isEarly && !this.#hangs ? this.#deaths + 1 : 1;
    this.#delays = isDelayed ? this.#delays + 1 : 0;
    this.#hangs = false;
    const isHopeless = this.#wanted.hopeless && this.#deaths > mostDeaths && !isDelayed;
    const startsIn = this.#pause(isDelayed ? this.#delays : this.#deaths);
    this.#log.error({
      event: 'process_ended',
      process: this.name,
      code,
      signal,
      ...(isHopeless ? {} : { startsIn }),
    });
    if (isHopeless) return this.#wanted.hopeless!();
    await sleep(startsIn);
    if (!this.#isStopping) this.#start();
  }
}

function send(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => {}); // a process that has ended needs no answer
}
