import { Refusal } from '#server/platform/errors.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { CalendarText, ParsedCalendar } from './parse-calendar.ts';

/** The thread's response. */
export type CalendarAnswer = { calendar: ParsedCalendar } | { refusal: RefusalKey };

/** Steps limit parsing; this covers busy machines. */
const [longestMs, mostMegabytes] = [60_000, 256];
const limited = createLimiter(1, 20);

/**
 * Parses a calendar in a thread, to keep this process responsive. Steps instead of time, so that results don't depend
 * on the load.
 */
export function readCalendar(calendar: CalendarText): Promise<ParsedCalendar> {
  return limited(async () => {
    const thread = createThread<CalendarText, CalendarAnswer>(new URL('./calendar-thread.ts', import.meta.url), {
      longestMs,
      mostMegabytes,
    });
    try {
      const answer = await thread.ask(calendar);
      if ('refusal' in answer) throw new Refusal(answer.refusal);
      return answer.calendar;
    } catch (error) {
      if (!(error instanceof ThreadFailed) || error.reason === 'ended') throw error;
      throw new Refusal('error_calendar_costly');
    } finally {
      await thread.close();
    }
  });
}
