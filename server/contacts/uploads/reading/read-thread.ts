import { Refusal } from '#server/platform/errors.ts';
import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import { limits } from '#shared/limits.ts';
import { type FileRecord, lengthOfRecord, mostAtOnce } from './file-record.ts';
import type { ThreadAnswer, ThreadQuestion } from './in-thread.ts';
import { readFile } from './read-file.ts';

const portion = 500;
const records: FileRecord[] = [];

/** Reads a file without empty rows. Truncates long ones, for refusal. */
async function read(bytes: Uint8Array<ArrayBuffer>): Promise<ThreadAnswer> {
  const { records: found, ...file } = await readFile(bytes);
  for await (const record of found) {
    if (records.length && !record.cells.some((cell) => cell)) continue;
    records.push(record);
    if (records.length > limits.csvRows + 1) break;
  }
  records.reverse(); // they are popped from the end
  return file;
}

function more(): ThreadAnswer {
  const taken: FileRecord[] = [];
  for (let size = 0; records.length && taken.length < portion && size < mostAtOnce; ) {
    const next = records.pop()!;
    taken.push(next);
    size += lengthOfRecord(next);
  }
  return { records: taken, isLast: records.length === 0 };
}

answerQuestions(async (question: ThreadQuestion): Promise<ThreadAnswer> => {
  try {
    return question === 'more' ? more() : await read(new Uint8Array(question.bytes));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = error.extensions['details'] as { line?: number } | undefined;
    return { refusal: error.key, line: details?.line ?? null };
  }
});
