import ICAL from 'ical.js';
import { Refusal } from '#server/errors.ts';
import { toLocalInput } from '#shared/zoned.ts';
import type { CalendarText } from './read-calendar.ts';
import { isZone, mendSeries, momentOn, type ReadComponent } from './series.ts';
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

/** What a calendar says. */
export interface ParsedCalendar {
  shifts: CalendarShift[];
  /** Time zones that it names and nobody knows; their times are taken for the clock here. */
  unknownZones: string[];
}

/**
 * The shifts in a calendar (RFC 5545) that touch a span of time: each event once, what repeats as often as it does, changed
 * and cancelled occurrences as they are. Refuses what is no calendar. Events that last no time, or for days without a time
 * that are not whole, are passed over. May take without end: call `readCalendar`.
 */
export function parseCalendar({ text, span, zone }: CalendarText): ParsedCalendar {
  const events = parsed(text, zone).getAllSubcomponents('vevent');
  const [changed, plain] = [events.filter(isChange), events.filter((event) => !isChange(event))];
  // the moment alone does not tell whose occurrence was changed: two people's shifts may begin together
  const changes = Map.groupBy(changed, uidOf);
  if (changes.has('')) throw new Refusal('error_calendar_unread');
  // a file of some weeks often holds what was changed without its series
  const series = new Set(plain.map(uidOf));
  const alone = changed.filter((event) => !series.has(uidOf(event)));
  const shifts: CalendarShift[] = [];
  const clock = clockIn(zone);
  for (const component of [...plain, ...alone]) {
    if (isCancelled(component)) continue;
    const uid = [uidOf(component), component.getFirstPropertyValue('recurrence-id')].filter(Boolean).join(' ');
    const event = new ICAL.Event(component, { exceptions: isChange(component) ? [] : (changes.get(uid) ?? []) });
    for (const { at, component: own, from, until } of occurrences(event, span, clock)) {
      const [starts, ends] = [toLocalInput(from, zone), toLocalInput(until, zone)];
      if (ends <= starts) continue;
      if (shifts.length >= most) throw new Refusal('error_calendar_large');
      shifts.push({ uid: at ? `${uid} ${at}` : uid, ...whomOf(own), starts, ends });
    }
  }
  return { shifts, unknownZones: [...clock.unknown] };
}

const isChange = (event: ICAL.Component): boolean => event.hasProperty('recurrence-id');
const isCancelled = (event: ICAL.Component): boolean =>
  event.getFirstPropertyValue('status')?.toString().toUpperCase() === 'CANCELLED';
const uidOf = (event: ICAL.Component): string => String(event.getFirstPropertyValue('uid') ?? '');

function parsed(text: string, zone: string): ICAL.Component {
  if (text.length > longest) throw new Refusal('error_calendar_large');
  try {
    const calendar = ICAL.parse(text.trim()) as ReadComponent;
    if (calendar[0] === 'vcalendar') {
      mendSeries(calendar, zone);
      return new ICAL.Component(calendar);
    }
  } catch {
    // the parser's words are for programmers
  }
  throw new Refusal('error_calendar_unread');
}

interface Clock {
  /** The moment of a time that stands at a property: by the zone of that name, else by the one that the calendar describes, else as the clock here shows it. */
  moment(time: ICAL.Time, property: ICAL.Property | null): Date;
  unknown: Set<string>;
}

function clockIn(zone: string): Clock {
  const known = new Map<string, boolean>();
  const isKnown = (name: string) => {
    const is = known.get(name) ?? isZone(name);
    known.set(name, is);
    return is;
  };
  const unknown = new Set<string>();
  return {
    unknown,
    moment(time, property) {
      if (time.zone === ICAL.Timezone.utcTimezone) return time.toJSDate();
      const named = String(property?.getParameter('tzid') ?? '');
      if (isKnown(named)) return momentOn(named, time);
      if (time.zone?.component) return new Date(time.toUnixTime() * 1000);
      if (named) unknown.add(named.slice(0, 100));
      return momentOn(zone, time);
    },
  };
}

interface Occurrence extends Span {
  /** What tells it apart from the others of its event. */
  at: string;
  /** What describes it: the event, or the change of this one. */
  component: ICAL.Component;
}

/** Occurrences that touch the span. */
function* occurrences(event: ICAL.Event, { from, until }: Span, clock: Clock): Generator<Occurrence> {
  if (!event.startDate) return;
  const touches = (one: Occurrence) => one.from < until && one.until > from;
  const { component } = event;
  const begin = component.getFirstProperty('dtstart');
  if (!event.isRecurring()) {
    const only = spanOf(component, event, clock);
    if (touches(only)) yield only;
    return;
  }
  const out = takenOut(component, clock);
  const iterator = event.iterator();
  let before = Number.NaN; // what is listed twice is one
  for (let next = iterator.next(); next && clock.moment(next, begin) < until; next = iterator.next()) {
    const moment = clock.moment(next, begin).getTime();
    if (moment === before || out.has(moment) || out.has(dayOf(next))) continue;
    before = moment;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const at = next.toString();
    // a change of this one and all that follow says how far each of them moves
    const found =
      item.component === component
        ? { at, component, from: clock.moment(startDate, begin), until: clock.moment(endDate, begin) }
        : { ...spanOf(item.component, { startDate, endDate }, clock), at };
    if (!isCancelled(item.component) && touches(found)) yield found;
  }
}

/** The moments, and whole days, at which what repeats does not take place. */
function takenOut(component: ICAL.Component, clock: Clock): Set<number | string> {
  return new Set(
    component
      .getAllProperties('exdate')
      .flatMap((property) =>
        (property.getValues() as ICAL.Time[]).map((time) =>
          time.isDate ? dayOf(time) : clock.moment(time, property).getTime(),
        ),
      ),
  );
}

const dayOf = ({ year, month, day }: ICAL.Time): string => `${year}-${month}-${day}`;

/** When an event that stands by itself begins and ends; each of the two may name a zone of its own. */
function spanOf(
  component: ICAL.Component,
  { startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>,
  clock: Clock,
): Occurrence {
  const begin = component.getFirstProperty('dtstart');
  const end = component.getFirstProperty('dtend') ?? begin;
  return { at: '', component, from: clock.moment(startDate, begin), until: clock.moment(endDate, end) };
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
