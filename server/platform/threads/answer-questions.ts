import { parentPort } from 'node:worker_threads';

/** Answers the questions of `createThread` in sequence. An error ends the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  parentPort!.on('message', async (question: Question) => parentPort!.postMessage(await answer(question)));
  parentPort!.postMessage('ready');
}
