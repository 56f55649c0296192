import { Worker } from 'node:worker_threads';
import { Refusal } from '#server/errors.ts';
import { createLimiter } from '#server/limiter.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { ParsedCalendar } from './parse-calendar.ts';
import type { Span } from './turns.ts';

/** What the thread is given. */
export interface CalendarText {
  text: string;
  span: Span;
  zone: string;
}

/** What the thread answers. */
export type CalendarAnswer = { calendar: ParsedCalendar } | { refusal: RefusalKey };

const [longestMs, mostMegabytes] = [5_000, 256];
const limited = createLimiter(1, 20);

/**
 * The shifts of a calendar that touch a span of time, read in a thread of its own that is ended after five seconds or at its
 * limit of memory: a few lines can demand turns without end, and this process has to answer and send alarms meanwhile.
 */
export function readCalendar(calendar: CalendarText): Promise<ParsedCalendar> {
  return limited(async () => {
    const thread = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
      workerData: calendar,
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    const { promise, resolve, reject } = Promise.withResolvers<CalendarAnswer>();
    const tooCostly = () => resolve({ refusal: 'error_calendar_costly' });
    let timer: NodeJS.Timeout | undefined;
    thread.once('online', () => {
      timer = setTimeout(tooCostly, longestMs);
    });
    thread.once('message', resolve);
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly() : reject(error),
    );
    thread.once('exit', () => reject(new Error('the thread ended without an answer')));
    try {
      const answer = await promise;
      if ('refusal' in answer) throw new Refusal(answer.refusal);
      return answer.calendar;
    } finally {
      clearTimeout(timer);
      await thread.terminate();
    }
  });
}
