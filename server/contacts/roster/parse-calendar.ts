import ICAL from 'ical.js';
import { Refusal } from '#server/errors.ts';
import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';
import type { CalendarText } from './read-calendar.ts';
import type { Span } from './turns.ts';

/** A shift as a calendar tells it, in the time of the installation ("2026-11-27T18:00"). */
export interface CalendarShift {
  uid: string;
  /** Whom the event names, as it is written there: the attendee's name, else the address, else the title. */
  name: string;
  /** The words that may be somebody's name: the attendee's name, else the title. */
  words: string;
  email: string | null;
  starts: string;
  ends: string;
}

/** Characters of a calendar, and events that one may hold once what repeats is written out. */
const [longest, most] = [2_000_000, 4_000];

/**
 * The shifts in a calendar (RFC 5545) that touch a span of time: each event once, what repeats as often as it does, changed
 * and cancelled occurrences as they are. Refuses what is no calendar. Events that last no time, or for days without a time
 * that are not whole, are passed over. May take without end: call `readCalendar`.
 */
export function parseCalendar({ text, span, zone }: CalendarText): CalendarShift[] {
  const events = parsed(text).getAllSubcomponents('vevent');
  const [changed, plain] = [events.filter(isChange), events.filter((event) => !isChange(event))];
  // the moment alone does not tell whose occurrence was changed: two people's shifts may begin together
  const changes = Map.groupBy(changed, uidOf);
  if (changes.has('')) throw new Refusal('error_calendar_unread');
  const shifts: CalendarShift[] = [];
  for (const component of plain) {
    if (isCancelled(component)) continue;
    const uid = uidOf(component);
    const event = new ICAL.Event(component, { exceptions: changes.get(uid) ?? [] });
    const clock = clockOf(component, zone);
    for (const [at, { item, startDate, endDate }] of occurrences(event, span, clock)) {
      const [starts, ends] = [clock.local(startDate), clock.local(endDate)];
      if (ends <= starts) continue;
      if (shifts.length >= most) throw new Refusal('error_calendar_large');
      shifts.push({ uid: at ? `${uid} ${at}` : uid, ...whomOf(item.component), starts, ends });
    }
  }
  return shifts;
}

const isChange = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id');
const isCancelled = (event: ICAL.Component): boolean =>
  event.getFirstPropertyValue('status')?.toString().toUpperCase() === 'CANCELLED';
const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '');

function parsed(text: string): ICAL.Component {
  if (text.length > longest) throw new Refusal('error_calendar_large');
  try {
    const calendar = new ICAL.Component(ICAL.parse(text.trim()));
    if (calendar.name === 'vcalendar') return calendar;
  } catch {
    // the parser's words are for programmers
  }
  throw new Refusal('error_calendar_unread');
}

interface Clock {
  moment(time: ICAL.Time): Date;
  local(time: ICAL.Time): string;
}

/** Moments of an event: by the time zone of that name, else by the one its calendar describes, else as the clock here shows them. */
function clockOf(component: ICAL.Component, zone: string): Clock {
  const named = String(component.getFirstProperty('dtstart')?.getParameter('tzid') ?? '');
  const isKnown = isZone(named);
  const moment = (time: ICAL.Time): Date => {
    if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate();
    if (isKnown) return new Date(fromLocalInput(wall(time), named)!);
    if (time.zone?.component) return new Date(time.toUnixTime() * 1000);
    return new Date(fromLocalInput(wall(time), zone)!);
  };
  return { moment, local: (time) => toLocalInput(moment(time), zone) };
}

const two = (number: number): string => String(number).padStart(2, '0');
const wall = ({ year, month, day, hour, minute }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;

function isZone(name: string): boolean {
  if (!name.includes('/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

type Occurrence = Pick<ReturnType<ICAL.Event['getOccurrenceDetails']>, 'item' | 'startDate' | 'endDate'>;

/** Occurrences that touch the span, each with what tells it apart from the others of its event. */
function* occurrences(event: ICAL.Event, { from, until }: Span, clock: Clock): Generator<[string, Occurrence]> {
  const touches = ({ startDate, endDate }: Occurrence) =>
    clock.moment(startDate) < until && clock.moment(endDate) > from;
  if (!event.startDate) return;
  if (!event.isRecurring()) {
    const only = { item: event, startDate: event.startDate, endDate: event.endDate };
    if (touches(only)) yield ['', only];
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next && clock.moment(next) < until; next = iterator.next()) {
    const found = event.getOccurrenceDetails(next);
    if (!isCancelled(found.item.component) && touches(found)) yield [next.toString(), found];
  }
}

/** Whom an event names: its first attendee, else its title. */
function whomOf(component: ICAL.Component): Pick<CalendarShift, 'name' | 'words' | 'email'> {
  const attendee = component.getFirstProperty('attendee');
  const email = /^mailto:(.+@.+)$/i.exec(String(attendee?.getFirstValue() ?? ''))?.[1] ?? null;
  const common = attendee?.getParameter('cn');
  const own = typeof common === 'string' && !common.includes('@') ? common.trim() : '';
  const title = String(component.getFirstPropertyValue('summary') ?? '').trim();
  return { name: (own || email || title).slice(0, 200), words: (own || title).slice(0, 200), email };
}
