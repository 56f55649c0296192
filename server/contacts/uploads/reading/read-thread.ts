import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#server/errors.ts';
import { type FileRecord, mostAtOnce, sizeOf } from './file-record.ts';
import type { ThreadAnswer, ThreadFile } from './in-thread.ts';
import { vcardRecords } from './vcard-records.ts';
import { workbookRecords } from './workbook-records.ts';

const portion = 500;
const { format, bytes } = workerData as ThreadFile;
const records = format === 'xlsx' ? workbookRecords(bytes) : vcardRecords(bytes);

async function answer(): Promise<ThreadAnswer> {
  const found: FileRecord[] = [];
  try {
    for (let size = 0; found.length < portion && size < mostAtOnce; ) {
      const next = await records.next();
      if (next.done) return { records: found, isLast: true };
      found.push(next.value);
      size += sizeOf(next.value);
    }
    return { records: found, isLast: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = error.extensions['details'] as { line?: number } | undefined;
    return { refusal: error.key, line: details?.line ?? null };
  }
}

parentPort!.on('message', async () => parentPort!.postMessage(await answer()));
