import { type CalendarEvent, type CalendarProperty, propertyIn, propertyText } from './components.ts';
import { type Rule, readRule } from './rule.ts';
import { type CalendarTime, dayMs, readDuration, readTime, UnreadValue } from './times.ts';
import { utcZone, type WallTime, type Zone } from './zones.ts';

/** The context of times without their own zone. */
export interface Clock {
  here: Zone;
  /** Returns a zone by name, or null if unknown. */
  zoneOf(name: string): Zone | null;
}

/** `wall` on the clock, then `time` in elapsed milliseconds. */
export interface Length {
  wall: number;
  time: number;
}

/** Its start on the event's clock, and length. */
export interface EventTurn {
  start: WallTime;
  length: Length;
}

/** An event with parsed times. */
export interface TimedEvent extends EventTurn {
  event: CalendarEvent;
  uid: string;
  sequence: number;
  isCancelled: boolean;
  /** Its turns are whole days. */
  isDay: boolean;
  /** The zone in which its turns repeat. */
  zone: Zone;
  rules: Rule[];
  listed: EventTurn[];
  /** Excluded turns: times, and whole days. */
  left: { times: Set<WallTime>; days: Set<WallTime> };
}

/** Returns the start of a clock time's day. */
export const midnight = (wall: WallTime): WallTime => Math.floor(wall / dayMs) * dayMs;

/** Returns a time on an event's clock; for whole days the day in its own zone. */
export function eventTime(
  time: CalendarTime,
  { isDay, zone, floating, here }: { isDay: boolean; zone: Zone; floating: Zone; here: Zone },
): WallTime {
  if (time.isDay) return time.wall;
  const own = time.zone ?? floating;
  if (!isDay) return own === zone ? time.wall : zone.wall(own.moment(time.wall));
  if (own !== utcZone) return midnight(time.wall);
  // whole days may be midnights in UTC or here
  const local = here.wall(time.wall);
  return local !== midnight(local) && time.wall === midnight(time.wall) ? time.wall : midnight(local);
}

/** Parses an event's times; throws UnreadValue. */
export function readEvent(event: CalendarEvent, clock: Clock): TimedEvent {
  const begin = propertyIn(event, 'DTSTART');
  if (!begin) throw new UnreadValue('DTSTART');
  if (propertyIn(event, 'EXRULE')) throw new UnreadValue('EXRULE');
  for (const name of ['DTSTART', 'DTEND', 'DURATION'])
    if (new Set(event.properties.filter((one) => one.name === name).map(({ value }) => value.trim())).size > 1)
      throw new UnreadValue(name);
  const read = (property: CalendarProperty, value = property.value) => readTime(value, property, clock.zoneOf);
  const from = read(begin);
  const frame = frameOf(event, from, clock);
  const wallOf = (time: CalendarTime) => eventTime(time, frame);
  const { isDay, zone } = frame;
  const end = propertyIn(event, 'DTEND');
  if (isDay && end && !isDayEnd(read(end), clock.here)) throw new UnreadValue('DTEND');
  const length = lengthOf(event, from, (property) => wallOf(read(property)));
  const values = (name: string) =>
    event.properties
      .filter((one) => one.name === name)
      .flatMap((property) => property.value.split(',').map((value) => ({ property, value: value.trim() })))
      .filter(({ value }) => value);
  const left: TimedEvent['left'] = { times: new Set(), days: new Set() };
  for (const { property, value } of values('EXDATE')) {
    const time = read(property, value);
    (time.isDay || isDay ? left.days : left.times).add(wallOf(time));
  }
  const listed = values('RDATE').map(({ property, value }): EventTurn => {
    const [first = '', last] = value.split('/');
    const time = read(property, first);
    const start = time.isDay && !isDay ? time.wall + from.wall - midnight(from.wall) : wallOf(time);
    if (last === undefined) return { start, length };
    return {
      start,
      length: /^\+?P/i.test(last) ? lasting(last) : { wall: wallOf(read(property, last)) - start, time: 0 },
    };
  });
  return {
    event,
    uid: propertyText(event, 'UID').slice(0, 500),
    sequence: Number(propertyIn(event, 'SEQUENCE')?.value) || 0,
    isCancelled: isCancelled(event),
    isDay,
    zone,
    start: from.wall,
    length,
    rules: event.properties.filter(({ name }) => name === 'RRULE').map(({ value }) => readRule(value)),
    listed,
    left,
  };
}

/** Returns whether a time ends a whole day. */
function isDayEnd({ isDay, wall, zone }: CalendarTime, here: Zone): boolean {
  const local = zone ? here.wall(zone.moment(wall)) : wall;
  return isDay || [wall, local, wall + minute, local + minute].some((one) => one % dayMs < minute);
}

function frameOf(event: CalendarEvent, from: CalendarTime, { here, zoneOf }: Clock) {
  const own = event.calendar.get('X-WR-TIMEZONE');
  const floating = (own && zoneOf(own)) || here;
  return { isDay: from.isDay, zone: from.isDay ? here : (from.zone ?? floating), floating, here };
}

/** Returns the original time of a changed turn. */
export function changedTurn(
  event: CalendarEvent,
  series: TimedEvent,
  clock: Clock,
): { wall: WallTime; isDay: boolean } {
  const property = propertyIn(event, 'RECURRENCE-ID')!;
  const time = readTime(property.value, property, clock.zoneOf);
  const { floating } = frameOf(event, time, clock);
  return {
    wall: eventTime(time, { isDay: series.isDay, zone: series.zone, floating, here: clock.here }),
    isDay: time.isDay,
  };
}

/** Returns a test whether a turn is after UNTIL. */
export function afterEnd({ until }: Rule, series: TimedEvent, clock: Clock): (wall: WallTime) => boolean {
  if (until === null) return () => false;
  const time = readTime(until, { name: 'UNTIL', parameters: new Map(), value: until }, clock.zoneOf);
  const last = eventTime(time, { ...series, floating: series.zone, here: clock.here });
  return time.isDay || series.isDay ? (wall) => midnight(wall) > last : (wall) => wall > last;
}

// Outlook's and Google's title of a cancelled event
const cancelledTitle = /^\s*(?:abgesagt|abgesagter termin|storniert|annulliert|cancel?led|cancel?led event)\s*:/i;

/** Returns whether an event or its calendar is a cancellation. */
export const isCancelled = (event: CalendarEvent): boolean =>
  cancelledTitle.test(propertyText(event, 'SUMMARY').slice(0, 100)) ||
  /^CANCELLED$/i.test(propertyText(event, 'STATUS')) ||
  /^CANCEL$/i.test(event.calendar.get('METHOD') ?? '');

function lasting(text: string): Length {
  const { days, ms } = readDuration(text);
  return { wall: days * dayMs, time: ms };
}

const minute = 60_000;

function lengthOf(event: CalendarEvent, from: CalendarTime, wallOf: (property: CalendarProperty) => WallTime): Length {
  const [end, duration] = [propertyIn(event, 'DTEND'), propertyIn(event, 'DURATION')];
  const isWhole = from.isDay || /^TRUE$/i.test(propertyText(event, 'X-MICROSOFT-CDO-ALLDAYEVENT'));
  if (!end && duration) {
    const length = lasting(duration.value);
    if (length.wall + length.time > 0) return length;
  }
  const wall = end ? wallOf(end) - from.wall : 0;
  // whole days may end at their start, or a minute early
  if (isWhole && wall === 0) return { wall: dayMs, time: 0 };
  if (wall <= 0) throw new UnreadValue(end ? 'DTEND' : duration ? 'DURATION' : 'DTEND');
  const isDayLong = from.wall === midnight(from.wall) && (wall + minute) % dayMs === 0;
  return { wall: isDayLong ? wall + minute : wall, time: 0 };
}
