import { Refusal } from '#server/platform/errors.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { createThread, ThreadFailed } from '#server/platform/threads/thread.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { CalendarText, ParsedCalendar } from './parse-calendar.ts';

/** What the thread answers. */
export type CalendarAnswer = { calendar: ParsedCalendar } | { refusal: RefusalKey };

/** Reading counts its own steps; on a machine that does much else they may take a while. */
const [longestMs, mostMegabytes] = [60_000, 256];
const limited = createLimiter(1, 20);

/**
 * Reads the shifts of a calendar that touch a span of time in a thread of its own, because this process must answer and
 * send alarms. The number of steps is limited, so that a busy machine refuses no calendar that an idle one would read.
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
