import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import type { MailAnswer, MailQuestion } from './read-in-thread.ts';
import { readMail } from './read-mail.ts';

answerQuestions(async ({ raw, at }: MailQuestion): Promise<MailAnswer> => {
  try {
    return { brought: await readMail(Buffer.from(raw), at) };
  } catch (error) {
    return { unreadable: (error as Error).name };
  }
});
