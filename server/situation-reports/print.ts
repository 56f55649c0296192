import { Worker } from 'node:worker_threads';
import { createLimiter } from '#server/limiter.ts';
import type { Paper } from './paper.ts';

const limited = createLimiter(1, 50);

/**
 * The PDF of a report, made in a thread of its own: a long one takes seconds, in which this process must answer, send
 * alarms and say that it lives.
 */
export function printReport(paper: Paper): Promise<Buffer> {
  return limited(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const thread = new Worker(new URL('./print-thread.ts', import.meta.url), { workerData: paper });
    thread.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread ended without a PDF')));
    return promise;
  });
}
