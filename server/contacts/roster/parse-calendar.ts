import { Refusal } from '#server/platform/errors.ts';
import { toLocalInput } from '#shared/zoned.ts';
import { type CalendarEvent, propertyIn, propertyText, readComponents } from './calendar/components.ts';
import { type Clock, type EventTurn, isCancelled, readEvent, type TimedEvent } from './calendar/event.ts';
import { type CalendarCandidate, eventPeople } from './calendar/people.ts';
import { type Change, isSameEvent, turnsOfSeries } from './calendar/series.ts';
import { dayMs, readTime, UnreadValue } from './calendar/times.ts';
import { namedZone, zonesOf } from './calendar/zones.ts';
import type { Span } from './turns.ts';

/** A shift of a calendar, in the installation's time ("2026-11-27T18:00"). */
export interface CalendarShift {
  uid: string;
  /** The person as written in the event: the attendee's name, otherwise the address, otherwise the title. */
  name: string;
  /** The people that it may mean, the likeliest first. */
  candidates: CalendarCandidate[];
  starts: string;
  ends: string;
}

/**
 * Why an event isn't taken as it is: its times can't be read, its rule isn't supported, it changes a turn that its series
 * doesn't have (and is taken as a shift of its own), everybody declined, it lasts too long for a shift, the file holds a
 * newer version of it, or it isn't an event.
 */
export type UnreadReason = 'times' | 'rule' | 'change' | 'declined' | 'long' | 'older' | 'kind';

/** A rejected or modified event. */
export interface UnreadEvent {
  name: string;
  /** Its start in the installation's time; null if unreadable. */
  starts: string | null;
  reason: UnreadReason;
  /** The unreadable value or part of a rule. */
  part: string | null;
}

/** Limits: characters of a calendar, shifts including repetitions, steps to find them. */
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
 * Parses the shifts of all calendars in a file (RFC 5545) within a period, with changed and cancelled turns. Lists an unreadable
 * event without affecting others. Refuses files without a calendar.
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
  const found: Omit<ParsedCalendar, 'unknownZones'> = { shifts: [], unread: [], outside: 0, cancelled: 0 };
  const named = new Set<CalendarEvent>();
  const name = (event: CalendarEvent, reason: UnreadReason, part: string | null = null) => {
    if (!named.has(event))
      found.unread.push({ name: nameOf(event), starts: startsOf(event, clock, zone), reason, part });
    named.add(event);
  };
  const read = (event: CalendarEvent): TimedEvent | null => {
    try {
      return readEvent(event, clock);
    } catch (error) {
      if (!(error instanceof UnreadValue)) throw error;
      // a cancelled turn often has no times of its own
      name(event, /=|^BY|RULE/.test(error.message) ? 'rule' : 'times', error.message);
      return null;
    }
  };
  for (const [kind, count] of file.others)
    found.unread.push({ name: kind, starts: null, reason: 'kind', part: String(count) });
  const { series, changes, older } = sorted(file.events, read);
  for (const event of older) name(event, 'older');
  let steps = 0;
  const count = (more: number) => {
    steps += more;
    if (steps > mostSteps) throw new Refusal('error_calendar_costly');
  };
  const peopleIn = cached(eventPeople);
  const [from, until] = [span.from.getTime(), span.until.getTime()];
  const take = (timed: TimedEvent, turn: EventTurn, at: string): boolean => {
    const roughly = turn.start + turn.length.wall + turn.length.time;
    if (roughly < from - 2 * dayMs || turn.start > until + 2 * dayMs) return false;
    const begins = timed.zone.moment(turn.start);
    const ends = timed.zone.moment(turn.start + turn.length.wall) + turn.length.time;
    if (ends <= from || begins >= until) return false;
    const people = peopleIn(timed.event);
    if (people.isDeclined) name(timed.event, 'declined');
    else if (ends - begins > (longestShift * 24 + 1) * 3_600_000) name(timed.event, 'long');
    else {
      const [starts, local] = [toLocalInput(new Date(begins), zone), toLocalInput(new Date(ends), zone)];
      if (found.shifts.length >= most) throw new Refusal('error_calendar_large');
      const uid = at ? `${timed.uid} ${at}` : timed.uid;
      found.shifts.push({ uid, name: people.name, candidates: people.candidates, starts, ends: local });
    }
    return true;
  };
  const left = Map.groupBy(series, ({ uid }) => uid);
  for (const one of series) {
    const own = changes.get(one.uid) ?? [];
    changes.delete(one.uid);
    // some programs write several series under one UID; a change belongs to the one with its turn
    const others = left.get(one.uid)!.filter((other) => other !== one);
    left.set(one.uid, others);
    const fitsElsewhere: Change[] = [];
    const passOn = one.uid && others.length ? (change: Change) => void fitsElsewhere.push(change) : undefined;
    if (one.isCancelled) {
      found.cancelled += 1;
      if (others.length) changes.set(one.uid, own);
      continue;
    }
    let taken = 0;
    const end = one.zone.wall(until) + dayMs;
    const begin = one.zone.wall(from) - one.length.wall - one.length.time - 40 * dayMs;
    try {
      for (const turn of turnsOfSeries(one, own, { from: begin, end, clock, count, passOn })) {
        if (turn.kind === 'cancelled') found.cancelled += 1;
        else if (turn.kind === 'misfit') name(turn.event, 'change');
        else if (turn.kind === 'older') name(turn.event, 'older');
        else if (take(turn.timed, turn, turn.at)) taken += 1;
      }
    } catch (error) {
      if (!(error instanceof UnreadValue)) throw error;
      name(one.event, 'rule', error.message);
      changes.set(one.uid, own);
      continue;
    }
    if (fitsElsewhere.length) changes.set(one.uid, fitsElsewhere);
    if (taken === 0) found.outside += 1;
  }
  // a file of some weeks often holds changed turns without their series
  const lone = newest([...changes.values()].flat());
  for (const event of lone.older) name(event, 'older');
  for (const { timed, event } of lone.changes) {
    if (!timed) continue;
    if (timed.isCancelled) found.cancelled += 1;
    else if (!take(timed, timed, propertyIn(event, 'RECURRENCE-ID')!.value.slice(0, 40))) found.outside += 1;
  }
  return { ...found, unknownZones: [...unknown] };
}

/** Separates events from changes of turns, and drops events superseded by a newer version in the file. */
function sorted(events: readonly CalendarEvent[], read: (event: CalendarEvent) => TimedEvent | null) {
  const [series, changes] = [[] as TimedEvent[], new Map<string, Change[]>()];
  for (const event of events) {
    const isChange = propertyIn(event, 'RECURRENCE-ID') !== undefined;
    const timed = isChange && isCancelled(event) && !propertyIn(event, 'DTSTART') ? null : read(event);
    if (!isChange) {
      if (timed) series.push(timed);
      continue;
    }
    if (!timed && !isCancelled(event)) continue;
    const uid = propertyText(event, 'UID').slice(0, 500);
    const some = changes.get(uid) ?? [];
    some.push({ event, timed, sequence: Number(propertyIn(event, 'SEQUENCE')?.value) || 0 });
    changes.set(uid, some);
  }
  const versions = Map.groupBy(series, ({ uid }) => uid);
  const older: CalendarEvent[] = [];
  const isNewest = (one: TimedEvent): boolean => {
    const others = one.uid ? versions.get(one.uid)! : [one];
    if (others.length === 1 || others.length > 100) return true;
    const newer = others.find((other) => replaces(other, one));
    // a cancellation is counted itself
    if (newer && !newer.isCancelled && !isSameEvent(newer.event, one.event)) older.push(one.event);
    return !newer;
  };
  return { series: series.filter(isNewest), changes, older };
}

const modifiedAt = ({ event }: TimedEvent): string => propertyIn(event, 'LAST-MODIFIED')?.value.trim() ?? '';

/** Whether an event is a newer version of another one of the same UID. */
function replaces(newer: TimedEvent, one: TimedEvent): boolean {
  if (newer.sequence !== one.sequence) return newer.sequence > one.sequence;
  if (newer === one || newer.start !== one.start) return false;
  if (newer.isCancelled !== one.isCancelled) return newer.isCancelled;
  const [later, before] = [modifiedAt(newer), modifiedAt(one)];
  return /^\d{8}T\d{6}Z$/.test(before) && /^\d{8}T\d{6}Z$/.test(later) && later > before;
}

/** The newest of the changes to each turn, and those that it replaces. */
function newest(changes: readonly Change[]): { changes: Change[]; older: CalendarEvent[] } {
  const found = new Map<string, Change>();
  const older: CalendarEvent[] = [];
  for (const change of changes) {
    const key = `${propertyText(change.event, 'UID')} ${propertyIn(change.event, 'RECURRENCE-ID')!.value}`;
    const before = found.get(key);
    const isNewer = !before || change.sequence >= before.sequence;
    if (isNewer) found.set(key, change);
    const replaced = isNewer ? before : change;
    if (replaced && !isSameEvent(replaced.event, found.get(key)!.event)) older.push(replaced.event);
  }
  return { changes: [...found.values()], older };
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

/** What the thread is given. */
export interface CalendarText {
  text: string;
  span: Span;
  zone: string;
}
