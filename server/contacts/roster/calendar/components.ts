/** Name and parameters in capitals, raw value. */
export interface CalendarProperty {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
}

/** With the calendar's properties. */
export interface CalendarEvent {
  properties: readonly CalendarProperty[];
  calendar: ReadonlyMap<string, string>;
}

/** Events of all calendars, and descriptions of time zones. */
export interface CalendarFile {
  events: CalendarEvent[];
  /** Other entries by kind. */
  others: Map<string, number>;
  zones: Map<string, string[]>;
}

const used = new Set(
  `UID SUMMARY DESCRIPTION LOCATION STATUS SEQUENCE LAST-MODIFIED ORGANIZER ATTENDEE DTSTART DTEND DURATION RECURRENCE-ID RRULE RDATE EXDATE EXRULE
  X-MICROSOFT-CDO-ALLDAYEVENT`.split(/\s+/),
);

const otherKinds = new Set(['VTODO', 'VJOURNAL', 'VFREEBUSY', 'AVAILABLE', 'COUNTER']);
/** The method of a proposal of another time, which nobody has agreed to (RFC 5546, 3.2.7 and 3.2.8). */
const proposing = /^(?:DECLINE)?COUNTER$/i;
const timed = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE']);
// some omit a zone's quotes: "TZID=tzone://Microsoft/Utc"
const timesAtEnd = /:(\d{4}-?\d\d-?\d\d(?:[T,/Z][\dTZ:,/PDHMS+.-]{0,20000})?)\s*$/i;

/** No calendar nests its components deeper than this. */
const deepest = 10;

/**
 * Parses an iCalendar file (RFC 5545). Ignores lines without a property, because many programs don't fold. Null without
 * a complete calendar.
 */
export function readComponents(text: string): CalendarFile | null {
  const file: CalendarFile = { events: [], others: new Map(), zones: new Map() };
  const open: string[] = [];
  let [calendars, own] = [0, new Map<string, string>()];
  let properties: CalendarProperty[] = [];
  let zone: string[] = [];
  const close = (component: string) => {
    const name = component === 'VEVENT' && proposing.test(own.get('METHOD') ?? '') ? 'COUNTER' : component;
    if (name === 'VEVENT') file.events.push({ properties, calendar: own });
    if (otherKinds.has(name)) file.others.set(name, (file.others.get(name) ?? 0) + 1);
    if (name !== 'VTIMEZONE') return;
    const named = zone.find((line) => /^TZID[;:]/i.test(line));
    if (named) file.zones.set(unquoted(named.slice(named.indexOf(':') + 1)), [...zone, 'END:VTIMEZONE']);
  };
  for (const line of unfolded(text)) {
    const [, what, component] = /^\s{0,9}(BEGIN|END)\s{0,9}:\s{0,9}([A-Za-z-]+)\s*$/i.exec(line) ?? [];
    const name = component?.toUpperCase();
    if (what?.toUpperCase() === 'BEGIN' && name) {
      // an unfinished event ends where the next begins
      while (name === 'VEVENT' && open.includes('VEVENT')) close(open.pop()!);
      open.push(name);
      if (open.length > deepest) return null;
      if (name === 'VCALENDAR') own = new Map();
      if (name === 'VEVENT') properties = [];
      if (name === 'VTIMEZONE') zone = [];
      if (open.includes('VTIMEZONE')) zone.push(line);
      continue;
    }
    if (name) {
      if (!open.includes(name)) continue;
      while (open.at(-1) !== name) close(open.pop()!);
      open.pop();
      close(name);
      if (name === 'VCALENDAR') calendars += 1;
      else if (open.includes('VTIMEZONE')) zone.push(line);
      continue;
    }
    if (open.includes('VTIMEZONE')) zone.push(line);
    else if (open.at(-1) === 'VEVENT') {
      const property = propertyOf(line);
      if (property) properties.push(property);
    } else if (open.at(-1) === 'VCALENDAR') {
      const [, header, value] = /^(METHOD|X-WR-TIMEZONE)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
      if (header) own.set(header.toUpperCase(), value!.trim());
    }
  }
  return calendars > 0 && open.length === 0 ? file : null;
}

/** Joins lines that start with a blank or tab to the previous one. */
function unfolded(text: string): string[] {
  const lines: string[][] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    if (/^[ \t]/.test(line) && lines.length) lines.at(-1)!.push(line.slice(1));
    else lines.push([line]);
  }
  return lines.map((parts) => parts.join(''));
}

/** Parses a relevant property, or null. */
function propertyOf(line: string): CalendarProperty | null {
  const name = /^[A-Za-z-]+(?=[;:])/.exec(line)?.[0]?.toUpperCase();
  if (!name || !used.has(name)) return null;
  const parameters = new Map<string, string>();
  let [from, quoted] = [name.length + 1, false];
  if (line[name.length] === ':') return { name, parameters, value: line.slice(from) };
  const times = timed.has(name) ? timesAtEnd.exec(line)?.index : undefined;
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === ';' || (sign === ':' && at >= (times ?? 0)))) {
      const [key, ...rest] = line.slice(from, at).split('=');
      parameters.set(key!.toUpperCase(), unquoted(rest.join('=')));
      from = at + 1;
      if (sign === ':') return { name, parameters, value: line.slice(from) };
    }
  }
  return null;
}

const unquoted = (text: string): string => text.trim().replace(/^"|"$/g, '');

/** Returns the first property of a name. */
export const propertyIn = (event: CalendarEvent, name: string): CalendarProperty | undefined =>
  event.properties.find((one) => one.name === name);

const escapes: Record<string, string> = { n: '\n', N: '\n' };

/** Returns an unescaped text property. */
export const propertyText = (event: CalendarEvent, name: string): string =>
  (propertyIn(event, name)?.value ?? '').replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign).trim();
