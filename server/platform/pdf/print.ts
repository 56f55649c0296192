import { Worker } from 'node:worker_threads';
import { createLimiter } from '#server/platform/limiter.ts';

const limited = createLimiter(1, 50);

/** Returns the PDF that a thread makes of its `workerData`, because a long one takes seconds. */
export function printed(thread: URL, workerData: unknown): Promise<Buffer> {
  return limited(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const worker = new Worker(thread, { workerData });
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without a PDF')));
    return promise;
  });
}
