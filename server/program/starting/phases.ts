import type { Logger } from '#server/platform/log.ts';

/** Logs the end of a phase of the start. */
export type Phases = (phase: string) => void;

/** Measures the phases of a start in milliseconds: `took`, and `processor` of this process. Logged as debug. */
export function measurePhases(log: Pick<Logger, 'debug'>, process: string): Phases {
  let [time, processor] = [0, 0];
  return (phase) => {
    const [now, used] = [performance.now(), processorTime()];
    const took = Math.round(now - time);
    log.debug({ event: 'start_phase', process, phase, took, processor: Math.round(used - processor) });
    [time, processor] = [now, used];
  };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
