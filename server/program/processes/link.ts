import type { Figures, ProcessFigures, Relatives, Replaced } from '#server/api/http/metrics.ts';
import type { Config } from '#server/platform/config.ts';

/** The first report of a process that works. */
export interface Ready {
  /** Empty if it doesn't listen. */
  url: string;
  /** From the process that created it. */
  firstPassword: string | null;
}

/** Settings that become known after the start. */
export type Begin = Partial<Pick<Config, 'DATABASE_CONNECTIONS' | 'PUBLIC_URL'>>;

/** The same, and whether the supervisor has prepared the database. */
export type BeginOrder = Begin & { isDatabaseReady: boolean };

/** A message from a process to its supervisor. */
export type ToSupervisor =
  | { is: 'loaded' }
  | { is: 'ready'; ready: Ready }
  | { is: 'gather'; question: number }
  | { is: 'figures'; question: number; figures: Figures }
  | { is: 'pong' };

/** A message from a supervisor to a process. */
export type ToProcess =
  | { is: 'begin'; own: BeginOrder }
  | { is: 'ping' }
  | { is: 'leave' }
  | { is: 'measure'; question: number }
  | { is: 'replaced'; replaced: Replaced }
  | { is: 'gathered'; question: number; processes: ProcessFigures[] };

/** Sends a message; a lost connection is handled elsewhere. */
export function tellSupervisor(message: ToSupervisor): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

const patience = 5_000;

/**
 * Answers the supervisor's pings, and connects to other processes. `begun` resolves when this one may use the database.
 */
export function joinFamily(): Relatives & { begun: Promise<BeginOrder> } {
  const waiting = new Map<number, (processes: ProcessFigures[]) => void>();
  let questions = 0;
  let replaced: Replaced | null = null;
  const { promise: begun, resolve: begin } = Promise.withResolvers<BeginOrder>();
  process.on('message', (message: ToProcess) => {
    if (message.is === 'ping') tellSupervisor({ is: 'pong' });
    else if (message.is === 'begin') begin(message.own);
    else if (message.is === 'replaced') replaced = message.replaced;
    else if (message.is === 'gathered') waiting.get(message.question)?.(message.processes);
  });
  tellSupervisor({ is: 'loaded' });
  return {
    begun,
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
