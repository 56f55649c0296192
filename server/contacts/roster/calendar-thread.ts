import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '#server/errors.ts';
import { parseCalendar } from './parse-calendar.ts';
import type { CalendarAnswer, CalendarText } from './read-calendar.ts';

function answer(): CalendarAnswer {
  try {
    return { calendar: parseCalendar(workerData as CalendarText) };
  } catch (error) {
    // what else fails are the parser's words about the calendar, which are for programmers
    return { refusal: error instanceof Refusal ? error.key : 'error_calendar_unread' };
  }
}

parentPort!.postMessage(answer());
