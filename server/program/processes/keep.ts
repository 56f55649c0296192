import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from '#server/api/http/metrics.ts';
import type { Logger } from '#server/platform/log.ts';
import { exitCodes } from '#server/platform/start-error.ts';
import type { Begin, Ready, ToProcess, ToSupervisor } from './link.ts';
import { type Patience, type Pulse, watchPulse } from './pulse.ts';

/** A process to be kept running. */
export interface KeptProcess {
  name: string;
  /** Starts it, with a channel; called again whenever it has ended. */
  start(): ChildProcess;
  /** Resolves when it may use the database; until then it only loads its program. */
  mayBegin?: Promise<Begin>;
  /** It asks for the figures of all. */
  asked(answer: (message: ToProcess) => void, question: number): void;
  /** How long it may hang before it is replaced. */
  patience: Patience;
  /** It hung and is replaced. */
  replaced?(): void;
  /** It was started, or started again, and works. */
  works?(tell: (message: ToProcess) => void): void;
  /** It cannot start because the database is away; it is tried again until it can. */
  delayed?(): void;
  /** It ends again and again as soon as it is started, and the others are of no use without it; else it is always tried again. */
  hopeless?(): void;
}

/** A process that is kept running. */
export interface Kept {
  name: string;
  /** What it said when it was ready for the first time; an EndedEarly when it ended before. */
  ready: Promise<Ready>;
  readonly starts: number;
  /** How often it hung and was replaced. */
  readonly stuck: number;
  /** Whether it runs and hears us. */
  isConnected(): boolean;
  /** Sends it a message, if it runs. */
  tell(message: ToProcess): void;
  /** What it measures; null when it does not answer in time. */
  measure(): Promise<Figures | null>;
  /** Lets it end in good order and keeps it no longer; answers whether it did. */
  stop(): Promise<boolean>;
  /** Ends it at once. */
  kill(): void;
}

/** A process that never got to work, with the exit code it ended with. */
export class EndedEarly extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`ended with ${code}`);
    this.code = code;
  }
}

const longestEnd = 35_000; // a worker waits 25 seconds for what is on the wire, and gives up after 30
const patience = 2_000;
const soon = 20_000;
const mostDeaths = 10;

/** Milliseconds until a process is started again that has ended so many times in a row soon after its start. */
export const pauseAfter = (deaths: number): number => Math.min(15_000, 100 * 2 ** (deaths - 1));

/**
 * Starts a process and starts it again when it ends, after a pause that grows while it ends soon each time. One that hangs
 * is killed and started again at once; that says nothing about whether it can start, so it does not count as an early end.
 */
export function keep(wanted: KeptProcess, log: Logger, pause = pauseAfter): Kept {
  const { name } = wanted;
  const { promise: ready, resolve, reject } = Promise.withResolvers<Ready>();
  ready.catch(() => {}); // whoever waits for another one may not look
  const questions = new Map<number, (figures: Figures | null) => void>();
  let [child, startedAt, starts, deaths, delays, asked] = [undefined as ChildProcess | undefined, 0, 0, 0, 0, 0];
  let [wasReady, isStopping, hangs, stuck] = [false, false, false, 0];
  let hasBegun = false;
  let ended = Promise.resolve();

  const begin = (one: ChildProcess, own: Begin) => {
    hasBegun = true;
    send(one, { is: 'begin', own });
  };
  const hear = (message: ToSupervisor, from: ChildProcess, pulse: Pulse) => {
    pulse.answered();
    if (message.is === 'loaded') {
      void Promise.resolve(wanted.mayBegin ?? {}).then(
        (own) => begin(from, own),
        () => undefined, // the start failed, and this process is stopped with all others
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
        if (started.pid === undefined) over(null, null); // it could not be started at all
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
        child?.kill('SIGKILL'); // it has nothing in hand, and may still be loading
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
  if (child.connected) child.send(message, () => {}); // whoever is gone needs no answer
}
