import { createHash } from 'node:crypto';
import { type Queue, type Schedule, schedules } from './queues.ts';

const minute = 60_000;

/** A repeated job that is due. */
export interface DueJob {
  queue: Queue;
  /** The same in all processes, so that only one of them adds the job. */
  id: string;
}

/**
 * Returns the jobs that became due after a moment and until another (milliseconds). If several jobs of a queue became due, for
 * example while the machine was suspended, returns the last one only.
 */
export function dueJobs(since: number, until: number, of: readonly Schedule[] = schedules): DueJob[] {
  return of.flatMap(({ queue, every, at }) => {
    const [period, offset] = [every * minute, at * minute];
    const moment = Math.floor((until - offset) / period) * period + offset;
    return moment > since ? [{ queue, id: jobId(queue, moment) }] : [];
  });
}

/** Returns a UUID of version 8 (RFC 9562). */
function jobId(queue: Queue, moment: number): string {
  const bytes = createHash('sha256').update(`${queue} ${moment}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
