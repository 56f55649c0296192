import type { Figures, ProcessFigures, Relatives, Replaced } from '#server/api/http/metrics.ts';
import type { Config } from '#server/platform/config.ts';

/** The first report of a process that works. */
export interface Ready {
  /** The address it listens at; empty for a process that does not listen. */
  url: string;
  /** The password of the first account, from the process that created it. */
  firstPassword: string | null;
}

/** The settings that become known only after the start. The process receives them when it may use the database. */
export type Begin = Partial<Pick<Config, 'DATABASE_CONNECTIONS' | 'PUBLIC_URL'>>;

/** The same, and whether the supervisor has just checked and migrated the database, so that this process need not. */
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

/** Sends a message to the supervisor. Ignores a lost connection, which other code handles. */
export function tellSupervisor(message: ToSupervisor): void {
  if (process.connected) process.send!(message, undefined, undefined, () => {});
}

const patience = 5_000;

/**
 * Answers the supervisor's pings while this process works, and keeps the connection to the other processes. Their metrics are
 * empty if the supervisor does not answer. `begun` resolves when this process may use the database.
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
