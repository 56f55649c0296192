import type { Figures, GatherFigures, ProcessFigures } from '#server/http/metrics.ts';

/** What a process has to say once it works. */
export interface Ready {
  /** Where it listens; empty where it does not. */
  url: string;
  /** The password of the first account, from the process that made it. */
  firstPassword: string | null;
}

/** What a process tells its supervisor. */
export type ToSupervisor =
  | { is: 'ready'; ready: Ready }
  | { is: 'gather'; question: number }
  | { is: 'figures'; question: number; figures: Figures };

/** What a supervisor tells a process. */
export type ToProcess =
  | { is: 'measure'; question: number }
  | { is: 'gathered'; question: number; processes: ProcessFigures[] };

/** Tells the supervisor; whether it still hears is seen elsewhere. */
export function tellSupervisor(message: ToSupervisor): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

const patience = 5_000;

/** Asks the supervisor for the figures of all its processes; none where it does not answer. */
export function askSupervisor(): GatherFigures {
  const waiting = new Map<number, (processes: ProcessFigures[]) => void>();
  let questions = 0;
  process.on('message', (message: ToProcess) => {
    if (message.is !== 'gathered') return;
    waiting.get(message.question)?.(message.processes);
  });
  return () => {
    const question = ++questions;
    const { promise, resolve } = Promise.withResolvers<ProcessFigures[]>();
    waiting.set(question, resolve);
    tellSupervisor({ is: 'gather', question });
    const timer = setTimeout(() => resolve([]), patience);
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(question);
    });
  };
}
