import type { Figures, ProcessFigures, Relatives, Replaced } from '#server/http/metrics.ts';

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
  | { is: 'figures'; question: number; figures: Figures }
  | { is: 'pong' };

/** What a supervisor tells a process. */
export type ToProcess =
  | { is: 'ping' }
  | { is: 'measure'; question: number }
  | { is: 'replaced'; replaced: Replaced }
  | { is: 'gathered'; question: number; processes: ProcessFigures[] };

/** Tells the supervisor; whether it still hears is seen elsewhere. */
export function tellSupervisor(message: ToSupervisor): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

const patience = 5_000;

/**
 * Answers the supervisor's pings, for as long as this process works, and keeps the connection to the other processes. Their
 * figures are empty when the supervisor does not answer.
 */
export function joinFamily(): Relatives {
  const waiting = new Map<number, (processes: ProcessFigures[]) => void>();
  let questions = 0;
  let replaced: Replaced | null = null;
  process.on('message', (message: ToProcess) => {
    if (message.is === 'ping') tellSupervisor({ is: 'pong' });
    else if (message.is === 'replaced') replaced = message.replaced;
    else if (message.is === 'gathered') waiting.get(message.question)?.(message.processes);
  });
  return {
    replaced: () => replaced,
    gather() {
      const question = ++questions;
      const { promise, resolve } = Promise.withResolvers<ProcessFigures[]>();
      waiting.set(question, resolve);
      tellSupervisor({ is: 'gather', question });
      const timer = setTimeout(() => resolve([]), patience);
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(question);
      });
    },
  };
}
