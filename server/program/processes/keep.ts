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
  /** Resolves when the process may use the database. Until then it only loads its program. */
  mayBegin?: Promise<Begin>;
  /** Handles its request for the metrics of all processes. */
  asked(answer: (message: ToProcess) => void, question: number): void;
  /** The time that it may hang before it is replaced. */
  patience: Patience;
  /** Handles the replacement of a hung process. */
  replaced?(): void;
  /** Handles each successful start. */
  works?(tell: (message: ToProcess) => void): void;
  /** Handles a start that fails because the database is unavailable. The start repeats until it succeeds. */
  delayed?(): void;
  /**
   * Handles a process that keeps ending right after its start. Set it if the other processes need this one; without it, the start
   * always repeats.
   */
  hopeless?(): void;
}

/** A supervised process. */
export interface Kept {
  name: string;
  /** Resolves with the first ready message. Rejects with an EndedEarly if the process ended before. */
  ready: Promise<Ready>;
  readonly starts: number;
  /** The number of times it hung and was replaced. */
  readonly stuck: number;
  /** Returns whether it runs and receives messages. */
  isConnected(): boolean;
  /** Sends it a message, if it runs. */
  tell(message: ToProcess): void;
  /** Returns its metrics, or null if it does not answer in time. */
  measure(): Promise<Figures | null>;
  /** Ends it gracefully and stops supervising it. Returns whether it ended properly. */
  stop(): Promise<boolean>;
  /** Ends it at once. */
  kill(): void;
}

/** The end of a process that never became ready, with its exit code. */
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

/** Returns the milliseconds before the next start, after this number of early ends in a row. */
export const pauseAfter = (deaths: number): number => Math.min(15_000, 100 * 2 ** (deaths - 1));

/**
 * Starts a process and restarts it when it ends, with a growing pause after each early end. Kills and restarts a hung process at
 * once. A hang does not count as an early end, because the process did start.
 */
export function keep(wanted: KeptProcess, log: Logger, pause = pauseAfter): Kept {
  const { name } = wanted;
  const { promise: ready, resolve, reject } = Promise.withResolvers<Ready>();
  ready.catch(() => {}); // a caller that waits for another process may ignore this promise
  const questions = new Map<number, (figures: Figures | null) => void>();
  let [child, startedAt, starts, deaths, delays, asked] = [undefined as ChildProcess | undefined, 0, 0, 0, 0, 0];
  let [wasReady, isStopping, hangs, stuck] = [false, false, false, 0];
  let hasBegun = false;
  let ended = Promise.resolve();

  const begin = (one: ChildProcess, own: Begin) => {
    hasBegun = true;
    // by the time of a later start, the database may be another one
    const begun: BeginOrder = { ...own, isDatabaseReady: starts === 1 && wanted.mayBegin !== undefined };
    send(one, { is: 'begin', own: begun });
  };
  const hear = (message: ToSupervisor, from: ChildProcess, pulse: Pulse) => {
    pulse.answered();
    if (message.is === 'loaded') {
      void Promise.resolve(wanted.mayBegin ?? {}).then(
        (own) => begin(from, own),
        () => undefined, // the start failed, and this process stops with all others
      );
      return;
    }
    if (message.is === 'ready') {
      [wasReady, hasBegun] = [true, true];
      pulse.works();
      wanted.works?.((answer) => send(from, answer));
      resolve(message.ready);
    } else if (message.is === 'pong') return;
    else if (message.is === 'gather') wanted.asked((answer) => send(from, answer), message.question);
    else questions.get(message.question)?.(message.figures);
  };
  const lost = async (code: number | null, signal: NodeJS.Signals | null) => {
    if (isStopping) return;
    const isDelayed = code === exitCodes.databaseAway;
    if (isDelayed) wanted.delayed?.();
    else if (!wasReady) return reject(new EndedEarly(code || 1));
    if (!isDelayed) deaths = hangs ? 1 : performance.now() - startedAt < soon ? deaths + 1 : 1;
    delays = isDelayed ? delays + 1 : 0;
    hangs = false;
    const isHopeless = wanted.hopeless && deaths > mostDeaths && !isDelayed;
    const startsIn = pause(isDelayed ? delays : deaths);
    log.error({ event: 'process_ended', process: name, code, signal, ...(isHopeless ? {} : { startsIn }) });
    if (isHopeless) return wanted.hopeless!();
    await sleep(startsIn);
    if (!isStopping) start();
  };
  const start = () => {
    starts++;
    startedAt = performance.now();
    const started = wanted.start();
    child = started;
    const pulse = watchPulse(
      wanted.patience,
      () => send(started, { is: 'ping' }),
      (seconds) => {
        if (isStopping || !started.connected) return;
        log.error({ event: 'process_stuck', process: name, seconds });
        [hangs, stuck] = [true, stuck + 1];
        started.kill('SIGKILL');
        wanted.replaced?.();
      },
    );
    started.on('message', (message) => hear(message as ToSupervisor, started, pulse));
    ended = new Promise((gone) => {
      const over = (code: number | null, signal: NodeJS.Signals | null) => {
        pulse.stop();
        gone();
        void lost(code, signal);
      };
      started.once('exit', over);
      started.on('error', (error) => {
        log.error({ event: 'process_failed', process: name, error: error.message });
        if (started.pid === undefined) over(null, null); // the start itself failed
      });
    });
  };
  start();
  return {
    name,
    ready,
    get starts() {
      return starts;
    },
    get stuck() {
      return stuck;
    },
    isConnected: () => child?.connected ?? false,
    tell: (message) => child && send(child, message),
    async measure() {
      if (!child?.connected) return null;
      const question = ++asked;
      const figures = new Promise<Figures | null>((answered) => questions.set(question, answered));
      send(child, { is: 'measure', question });
      const found = await Promise.race([figures, sleep(patience, null, { ref: false })]);
      questions.delete(question);
      return found;
    },
    async stop() {
      isStopping = true;
      if (!hasBegun)
        child?.kill('SIGKILL'); // it has no work yet, and may still be loading
      else if (child?.connected) child.disconnect();
      let inOrder = true;
      const timer = setTimeout(() => {
        inOrder = false;
        child?.kill('SIGKILL');
      }, longestEnd);
      await ended;
      clearTimeout(timer);
      return inOrder;
    },
    kill() {
      isStopping = true;
      child?.kill('SIGKILL');
    },
  };
}

function send(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => {}); // a process that has ended needs no answer
}
