import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { FileFormat, FileRecord } from './file-record.ts';

/** What the thread is given. */
export interface ThreadFile {
  format: FileFormat;
  bytes: Uint8Array;
}

/** What the thread answers whenever it is asked for more. */
export type ThreadAnswer = { records: FileRecord[]; isLast: boolean } | { refusal: RefusalKey; line: number | null };

const [longestMs, mostMegabytes] = [60_000, 768];

/**
 * The records of a file, read in a thread of its own that is ended when a portion takes a minute, or at its limit of memory:
 * a small file can unpack to a huge one, and this process has to answer and send alarms meanwhile. Takes the bytes away.
 */
export async function* recordsInThread(format: FileFormat, bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<FileRecord> {
  const thread = new Worker(new URL('./read-thread.ts', import.meta.url), {
    workerData: { format, bytes } satisfies ThreadFile,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {}); // it may fail while nobody asks
  thread.on('error', reject);
  try {
    for (;;) {
      thread.postMessage('more');
      const answer = await answerOf(thread, failed);
      if ('refusal' in answer) {
        throw new Refusal(answer.refusal, undefined, answer.line === null ? undefined : { line: answer.line });
      }
      yield* answer.records;
      if (answer.isLast) return;
    }
  } finally {
    await thread.terminate();
  }
}

async function answerOf(thread: Worker, failed: Promise<never>): Promise<ThreadAnswer> {
  try {
    const message = once(thread, 'message', { signal: AbortSignal.timeout(longestMs) });
    const [answer] = await Promise.race([message, failed]);
    return answer;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY')
      return { refusal: 'error_upload_costly', line: null };
    throw error;
  }
}
