import ICAL from 'ical.js';
import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';
import { windowsZones } from './windows-zones.ts';

/** In milliseconds as if in UTC. */
export type WallTime = number;

/** Converts local times and moments, in milliseconds. */
export interface Zone {
  moment(wall: WallTime): number;
  wall(moment: number): WallTime;
}

const minutes = (text: string): WallTime => Date.parse(`${text}:00Z`);

/** `offset` to UTC in milliseconds. */
const fixedZone = (offset: number): Zone => ({
  moment: (wall) => wall - offset,
  wall: (moment) => moment + offset,
});

/** UTC. */
export const utcZone = fixedZone(0);

/** Returns a zone of the IANA database. */
export const namedZone = (name: string): Zone => ({
  moment: (wall) => Date.parse(fromLocalInput(new Date(wall).toISOString().slice(0, 16), name)!),
  wall: (moment) => minutes(toLocalInput(new Date(moment), name)),
});

/** Returns a lookup of zones: by IANA, the file's description, or Windows names; else null. */
export function zonesOf(described: ReadonlyMap<string, readonly string[]>): (name: string) => Zone | null {
  const found = new Map<string, Zone | null>();
  const zoneOf = (name: string): Zone | null => {
    const iana = ianaName(name);
    if (iana) return iana === 'UTC' ? utcZone : namedZone(iana);
    const lines = described.get(name);
    return (lines && describedZone(lines)) ?? outlookZone(name);
  };
  return (name) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const zone = zoneOf(name);
    found.set(name, zone);
    return zone;
  };
}

function isIana(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Returns the IANA name, also of a prefixed one. */
function ianaName(name: string): string | undefined {
  if (/^(?:utc|gmt|zulu|z|tzone:\/\/microsoft\/utc)$/i.test(name)) return 'UTC';
  if (/^(?:mez|mesz)$/i.test(name)) return 'Europe/Berlin';
  if (!/^[\w+/.-]{1,100}$/.test(name) || !name.includes('/')) return undefined;
  const parts = name.split('/').filter(Boolean);
  return [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')].find((one) => one.includes('/') && isIana(one));
}

/** Returns a zone by Windows name, Outlook's list ("(UTC+01:00) Amsterdam, Berlin") or offset. */
function outlookZone(name: string): Zone | null {
  // Outlook numbers zones of the same name
  const plain = name
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .replace(/ \d{1,2}$/, '');
  const windows = windowsZones.get(plain) ?? windowsZones.get(plain.replace('daylight time', 'standard time'));
  if (windows) return namedZone(windows);
  const cities = plain.replace(/^\((?:utc|gmt)[^)]*\)/, '').split(/[,/]/);
  const city = cities.map((one) => zonesByCity().get(one.trim().replaceAll(' ', '_'))).find(Boolean);
  if (city) return namedZone(city);
  const [, sign, hours, rest = '0'] = /^\(?(?:(?:utc|gmt)\s?)?([+-])(\d{1,2})[:.]?(\d\d)?\)?/.exec(plain) ?? [];
  if (hours && Number(hours) <= 14) {
    return fixedZone((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest)) * 60_000);
  }
  return /^[a-z0-9]{3,7}$/.test(plain) && isIana(plain) ? namedZone(plain) : null;
}

let cities: Map<string, string> | undefined;

function zonesByCity(): Map<string, string> {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [zone.slice(zone.lastIndexOf('/') + 1).toLowerCase(), zone]),
  );
  return cities;
}

/** Parses a described zone; null if invalid or irregular. */
function describedZone(lines: readonly string[]): Zone | null {
  const isOdd = lines.some((line) => /^RRULE/i.test(line) && !/FREQ=YEARLY/i.test(line));
  if (isOdd || !lines.some((line) => /^TZOFFSETTO/i.test(line))) return null;
  try {
    const text = ['BEGIN:VCALENDAR', ...lines.filter((line) => /^[A-Za-z-]+[;:]/.test(line)), 'END:VCALENDAR'];
    const component = new ICAL.Component(ICAL.parse(text.join('\r\n'))).getFirstSubcomponent('vtimezone');
    const zone = new ICAL.Timezone(component!);
    const offset = (wall: WallTime) => {
      const at = new Date(wall);
      const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
      return (
        zone.utcOffset(
          new ICAL.Time(
            { year, month, day, hour: at.getUTCHours(), minute: at.getUTCMinutes() },
            ICAL.Timezone.localTimezone,
          ),
        ) * 1000
      );
    };
    offset(Date.now());
    return {
      moment: (wall) => wall - offset(wall),
      wall: (moment) => moment + offset(moment + offset(moment)),
    };
  } catch {
    return null;
  }
}
