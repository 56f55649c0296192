import { Refusal } from '#server/platform/errors.ts';
import { answerQuestions } from '#server/platform/threads/answer-questions.ts';
import type { CalendarText } from './parse-calendar.ts';
import { parseCalendar } from './parse-calendar.ts';
import type { CalendarAnswer } from './read-calendar.ts';

answerQuestions((calendar: CalendarText): CalendarAnswer => {
  try {
    return { calendar: parseCalendar(calendar) };
  } catch (error) {
    // other errors are the parser's words for programmers
    return { refusal: error instanceof Refusal ? error.key : 'error_calendar_unread' };
  }
});
