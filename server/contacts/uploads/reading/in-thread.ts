import { Refusal } from '#server/platform/errors.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { FileRecord, PeopleFile } from './file-record.ts';

/** Read a file, then records in portions. */
export type ThreadQuestion = { bytes: Uint8Array } | 'more';

interface Refused {
  refusal: RefusalKey;
  line: number | null;
}

/** The thread's response. */
export type ThreadAnswer = Omit<PeopleFile, 'records'> | { records: FileRecord[]; isLast: boolean } | Refused;

const [longestMs, mostMegabytes] = [60_000, 768];
const limited = createLimiter(1, 20);

/**
 * Reads a file in a thread that ends after a minute, at its memory limit, or by the signal, because small files can
 * unpack to huge ones. Transfers the bytes.
 */
export function withPeopleFile<T>(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
  work: (file: PeopleFile) => Promise<T>,
): Promise<T> {
  return limited(async () => {
    const thread = createThread<ThreadQuestion, ThreadAnswer>(new URL('./read-thread.ts', import.meta.url), {
      longestMs,
      mostMegabytes,
    });
    const ask = async (question: ThreadQuestion) => {
      const transfer = question === 'more' ? [] : [bytes.buffer];
      const answer = await thread.ask(question, { signal, transfer }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      if (!('refusal' in answer)) return answer;
      throw new Refusal(answer.refusal, undefined, answer.line === null ? undefined : { line: answer.line });
    };
    async function* records(): AsyncGenerator<FileRecord> {
      for (;;) {
        const answer = await ask('more');
        if (!('records' in answer)) return;
        yield* answer.records;
        if (answer.isLast) return;
      }
    }
    try {
      const file = (await ask({ bytes })) as Omit<PeopleFile, 'records'>;
      return await work({ ...file, records: records() });
    } finally {
      await thread.close();
    }
  });
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof ThreadFailed) || error.reason === 'ended') return error;
  return new Refusal(error.reason === 'aborted' ? 'error_upload_interrupted' : 'error_upload_costly');
}
