import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Transferable, Worker } from 'node:worker_threads';

/** A thread failed to answer: time, memory, its end, or an abort. */
export class ThreadFailed extends Error {
  readonly reason: 'time' | 'memory' | 'ended' | 'aborted';
  constructor(reason: ThreadFailed['reason'], options?: ErrorOptions) {
    super(`the thread gave no answer: ${reason}`, options);
    this.reason = reason;
  }
}

interface ThreadOptions {
  /** Milliseconds for an answer, once the thread runs. */
  longestMs: number;
  mostMegabytes: number;
  /** Idle milliseconds after which the thread ends. Default: never. */
  idleMs?: number;
}

interface AskOptions {
  /** Objects transferred instead of copied. */
  transfer?: readonly Transferable[];
  signal?: AbortSignal | undefined;
}

interface Thread<Question, Answer> {
  /** Rejects with ThreadFailed once the thread has ended; the next question starts another. */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
  close(): Promise<void>;
}

const longestStart = 60_000;

/**
 * Creates a thread that runs `module`. It starts with the first question, and ends if an answer exceeds its time or
 * memory, so that no input stops this process.
 */
export function createThread<Question, Answer>(
  module: URL,
  { longestMs, mostMegabytes, idleMs }: ThreadOptions,
): Thread<Question, Answer> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const close = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = null;
    await ending?.terminate();
  };
  const messageOf = async (from: Worker, longest: number, signal?: AbortSignal) => {
    const deadline = AbortSignal.timeout(longest);
    const ended = new AbortController();
    const end = () => ended.abort();
    from.once('exit', end);
    signal?.addEventListener('abort', end); // it need not be Node's own
    from.ref();
    try {
      const [message] = await once(from, 'message', { signal: AbortSignal.any([deadline, ended.signal]) });
      return message;
    } catch (cause) {
      const late = deadline.aborted && !signal?.aborted ? await arrived(from) : null;
      if (late) return late.message;
      await close();
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new ThreadFailed('memory', { cause });
      if (signal?.aborted) throw new ThreadFailed('aborted');
      if (deadline.aborted) throw new ThreadFailed('time');
      throw new ThreadFailed('ended', { cause });
    } finally {
      from.off('exit', end);
      signal?.removeEventListener('abort', end);
      from.unref(); // an idle thread keeps no process running
    }
  };
  const started = async () => {
    if (worker) return worker;
    const starting = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
    worker = starting;
    starting.on('error', () => undefined); // errors between two questions concern no one
    starting.on('exit', () => {
      if (worker === starting) worker = null;
    });
    await messageOf(starting, longestStart);
    return starting;
  };
  const askNow = async (question: Question, { transfer = [], signal }: AskOptions): Promise<Answer> => {
    clearTimeout(idle);
    if (signal?.aborted) throw new ThreadFailed('aborted');
    const asked = await started();
    asked.postMessage(question, transfer);
    const answer = (await messageOf(asked, longestMs, signal)) as Answer;
    if (idleMs !== undefined) idle = setTimeout(close, idleMs).unref();
    return answer;
  };
  return {
    ask(question, options = {}) {
      const asking = last.then(() => askNow(question, options));
      last = asking.catch(() => undefined);
      return asking;
    },
    close,
  };
}

/** Returns a message that arrived while this process was blocked. */
async function arrived(from: Worker): Promise<{ message: unknown } | null> {
  const [message] = await Promise.race([
    once(from, 'message').catch(() => [undefined]),
    sleep(100, [undefined], { ref: false }),
  ]);
  return message === undefined ? null : { message };
}
