import { Refusal } from '#server/platform/errors.ts';
import { toLocalInput } from '#shared/zoned.ts';
import { type CalendarEvent, propertyIn, propertyText, readComponents } from './calendar/components.ts';
import { type Clock, type EventTurn, readEvent, type TimedEvent } from './calendar/event.ts';
import { type CalendarCandidate, eventPeople } from './calendar/people.ts';
import { type Change, turnsOfSeries } from './calendar/series.ts';
import { dayMs, readTime, UnreadValue } from './calendar/times.ts';
import { newestChanges, newestEvents } from './calendar/versions.ts';
import { namedZone, zonesOf } from './calendar/zones.ts';
import type { Span } from './turns.ts';

/** In the installation's time ("2026-11-27T18:00"). */
export interface CalendarShift {
  uid: string;
  /** The attendee's name, address, or the title. */
  name: string;
  /** The people that it may mean, the likeliest first. */
  candidates: CalendarCandidate[];
  starts: string;
  ends: string;
}

/**
 * Why an event isn't taken as it is: unreadable times, unsupported rule, a start outside its own rule (no shift), a
 * change without its turn (taken as a shift), declined, leave, too long, a newer version exists, several people (one is taken), or no event.
 */
export type UnreadReason =
  | 'times'
  | 'rule'
  | 'start'
  | 'change'
  | 'declined'
  | 'long'
  | 'older'
  | 'kind'
  | 'absent'
  | 'others';

/** A rejected or modified event. */
export interface UnreadEvent {
  name: string;
  /** Its start in the installation's time; null if unreadable. */
  starts: string | null;
  reason: UnreadReason;
  /** The unreadable value or part of a rule. */
  part: string | null;
}

/** Characters, shifts with repetitions, steps. */
const [longest, most, mostSteps] = [2_000_000, 4_000, 3_000_000];
/** The maximum length of a shift in days. */
const longestShift = 31;

/** The content of a calendar. */
export interface ParsedCalendar {
  shifts: CalendarShift[];
  /** Unknown time zones, whose times count as the installation's. */
  unknownZones: string[];
  unread: UnreadEvent[];
  /** Events without a turn within the period. */
  outside: number;
  cancelled: number;
}

/**
 * Parses shifts within a period (RFC 5545), with changed and cancelled turns. Unreadable events don't affect others.
 * Refuses files without a calendar.
 */
export function parseCalendar({ text, span, zone }: CalendarText): ParsedCalendar {
  if (text.length > longest) throw new Refusal('error_calendar_large');
  const file = readComponents(text.trim());
  if (!file) throw new Refusal('error_calendar_unread');
  const unknown = new Set<string>();
  const known = zonesOf(file.zones);
  const clock: Clock = {
    here: namedZone(zone),
    zoneOf: (name) => {
      const found = known(name);
      if (!found) unknown.add(name.slice(0, 100));
      return found;
    },
  };
  const reading = new CalendarReading(clock, span, zone);
  for (const [kind, count] of file.others)
    reading.found.unread.push({ name: kind, starts: null, reason: 'kind', part: String(count) });
  reading.readEvents(file.events);
  // the preview shows the first ones, so harmless ones come last
  const unread = reading.found.unread.toSorted((a, b) => Number(a.reason === 'others') - Number(b.reason === 'others'));
  return { ...reading.found, unread, unknownZones: [...unknown] };
}

class CalendarReading {
  readonly found: Omit<ParsedCalendar, 'unknownZones'> = { shifts: [], unread: [], outside: 0, cancelled: 0 };
  readonly #clock: Clock;
  readonly #zone: string;
  readonly #from: number;
  readonly #until: number;
  readonly #named = new Set<CalendarEvent>();
  readonly #withOthers = new Set<CalendarEvent>();
  readonly #peopleIn = cached(eventPeople);
  #steps = 0;

  constructor(clock: Clock, span: Span, zone: string) {
    this.#clock = clock;
    this.#zone = zone;
    [this.#from, this.#until] = [span.from.getTime(), span.until.getTime()];
  }

  readEvents(events: readonly CalendarEvent[]): void {
    const { series, changes, older } = newestEvents(events, (event) => this.#read(event));
    for (const event of older) this.#name(event, 'older');
    const left = Map.groupBy(series, ({ uid }) => uid);
    for (const one of series) {
      const own = changes.get(one.uid) ?? [];
      changes.delete(one.uid);
      // several series may share a UID
      const others = left.get(one.uid)!.filter((other) => other !== one);
      left.set(one.uid, others);
      const remaining = this.#readSeries(one, own, others.length > 0);
      if (remaining.length) changes.set(one.uid, remaining);
    }
    this.#readLone([...changes.values()].flat());
  }

  #name(event: CalendarEvent, reason: UnreadReason, part: string | null = null): void {
    // an added person hides no other reason
    const named = reason === 'others' ? this.#withOthers : this.#named;
    if (named.has(event)) return;
    named.add(event);
    const starts = startsOf(event, this.#clock, this.#zone);
    this.found.unread.push({ name: nameOf(event), starts, reason, part });
  }

  #read(event: CalendarEvent): TimedEvent | null {
    try {
      return readEvent(event, this.#clock);
    } catch (error) {
      if (!(error instanceof UnreadValue)) throw error;
      // a cancelled turn often has no times
      this.#name(event, /=|^BY|RULE/.test(error.message) ? 'rule' : 'times', error.message);
      return null;
    }
  }

  /** Takes a series' turns; returns changes of others. */
  #readSeries(one: TimedEvent, own: Change[], hasOthers: boolean): Change[] {
    if (one.isCancelled) {
      this.found.cancelled += 1;
      return hasOthers ? own : [];
    }
    const fitsElsewhere: Change[] = [];
    const passOn = one.uid && hasOthers ? (change: Change) => void fitsElsewhere.push(change) : undefined;
    const count = (more: number) => {
      this.#steps += more;
      if (this.#steps > mostSteps) throw new Refusal('error_calendar_costly');
    };
    const to = one.zone.wall(this.#until) + dayMs;
    const from = one.zone.wall(this.#from) - one.length.wall - one.length.time - 40 * dayMs;
    let taken = 0;
    try {
      for (const turn of turnsOfSeries(one, own, { from, end: to, clock: this.#clock, count, passOn })) {
        if (turn.kind === 'cancelled') this.found.cancelled += 1;
        else if (turn.kind === 'start') {
          if (this.#timesOf(one, one)) this.#name(one.event, 'start');
        } else if (turn.kind === 'misfit') this.#name(turn.event, 'change');
        else if (turn.kind === 'older') this.#name(turn.event, 'older');
        else if (this.#take(turn.timed, turn, turn.at)) taken += 1;
      }
    } catch (error) {
      if (!(error instanceof UnreadValue)) throw error;
      this.#name(one.event, 'rule', error.message);
      return own;
    }
    if (taken === 0) this.found.outside += 1;
    return fitsElsewhere;
  }

  /** Takes changed turns without series, as in partial files. */
  #readLone(left: Change[]): void {
    const { changes, older } = newestChanges(left);
    for (const event of older) this.#name(event, 'older');
    for (const { timed, event } of changes) {
      if (!timed) continue;
      if (timed.isCancelled) this.found.cancelled += 1;
      else if (!this.#take(timed, timed, propertyIn(event, 'RECURRENCE-ID')!.value.slice(0, 40)))
        this.found.outside += 1;
    }
  }

  /** Returns a turn's start and end; null outside the period. */
  #timesOf({ zone }: TimedEvent, { start, length }: EventTurn): [begins: number, ends: number] | null {
    const [from, until] = [this.#from, this.#until];
    const roughly = start + length.wall + length.time;
    if (roughly < from - 2 * dayMs || start > until + 2 * dayMs) return null;
    const begins = zone.moment(start);
    const ends = zone.moment(start + length.wall) + length.time;
    return ends <= from || begins >= until ? null : [begins, ends];
  }

  /** Takes a turn within the period; returns whether it is. */
  #take(timed: TimedEvent, turn: EventTurn, at: string): boolean {
    const times = this.#timesOf(timed, turn);
    if (!times) return false;
    const people = this.#peopleIn(timed.event);
    const [starts, local] = times.map((moment) => toLocalInput(new Date(moment), this.#zone)) as [string, string];
    // in a repeated hour, a shift may have no length
    const length = Date.parse(`${local}Z`) - Date.parse(`${starts}Z`);
    if (people.isDeclined) this.#name(timed.event, 'declined');
    else if (people.isAbsence) this.#name(timed.event, 'absent');
    else if (length > longestShift * dayMs) this.#name(timed.event, 'long');
    else if (!(length > 0)) this.#name(timed.event, 'times');
    else {
      if (this.found.shifts.length >= most) throw new Refusal('error_calendar_large');
      const uid = at ? `${timed.uid} ${at}` : timed.uid;
      const { name, candidates, others } = people;
      if (others.length) this.#name(timed.event, 'others', others.join(', ').slice(0, 200));
      this.found.shifts.push({ uid, name, candidates, starts, ends: local });
    }
    return true;
  }
}

function cached<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

const nameOf = (event: CalendarEvent): string =>
  (propertyText(event, 'SUMMARY') || eventPeople(event).name || propertyText(event, 'UID')).slice(0, 100);

function startsOf(event: CalendarEvent, clock: Clock, zone: string): string | null {
  const property = propertyIn(event, 'DTSTART');
  try {
    const time = property && readTime(property.value, property, clock.zoneOf);
    return time ? toLocalInput(new Date((time.zone ?? clock.here).moment(time.wall)), zone) : null;
  } catch {
    return null;
  }
}

/** The thread's input. */
export interface CalendarText {
  text: string;
  span: Span;
  zone: string;
}
