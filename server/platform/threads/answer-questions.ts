import { parentPort } from 'node:worker_threads';

/** Answers, in a thread, what `createThread` asks: one question after another. What is thrown ends the thread. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  parentPort!.on('message', async (question: Question) => parentPort!.postMessage(await answer(question)));
  parentPort!.postMessage('ready');
}
