import { Refusal } from '#server/platform/errors.ts';
import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import type { DirectoryAnswer, DirectoryQuestion } from './in-thread.ts';
import { withConnection } from './ldap-client.ts';
import { type DirectoryEntry, readEntries } from './read-entries.ts';
import { readSample } from './read-sample.ts';

const portion = 500;
let entries: DirectoryEntry[] = [];

function more(): DirectoryAnswer {
  const taken = entries.splice(-portion);
  return { entries: taken.reverse(), isLast: entries.length === 0 };
}

async function read({ reaching, directory, several }: Exclude<DirectoryQuestion, 'more'>): Promise<DirectoryAnswer> {
  if (several === null)
    return { sample: await withConnection(reaching, (connection) => readSample(connection, directory)) };
  entries = await withConnection(reaching, (connection) => readEntries(connection, directory, new Set(several)));
  entries.reverse(); // they are taken from the end
  return more();
}

answerQuestions(async (question: DirectoryQuestion): Promise<DirectoryAnswer> => {
  try {
    return question === 'more' ? more() : await read(question);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refusal: error.key };
  }
});
