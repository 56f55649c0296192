import ICAL from 'ical.js';
import { fromLocalInput } from '#shared/zoned.ts';

type Value = string | { until?: string };
/** A property as the parser reads it: name, parameters, type, values. */
type Read = [name: string, parameters: { tzid?: string }, type: string, ...values: Value[]];
/** A component: name, properties, components in it. */
export type ReadComponent = [name: string, properties: Read[], components: ReadComponent[]];

/** Whether a name is that of a time zone everybody knows. */
export function isZone(name: string): boolean {
  if (!name.includes('/')) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** The moment at which the clock of a zone shows this time. */
export const momentOn = (zone: string, time: ICAL.Time): Date => new Date(fromLocalInput(wall(time), zone)!);

const two = (number: number): string => String(number).padStart(2, '0');
const wall = ({ year, month, day, hour, minute }: ICAL.Time): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;

/**
 * Makes events of a calendar say what programs mean that do not write what RFC 5545 asks for. Zones need no description:
 * ends, pauses and changes of what repeats often stand in UTC, and would be held against the clock on the wall. Without a
 * zone it is the one here. What ends on a day has its turn on that day, and the first turn is one where days are listed.
 */
export function mendSeries([, , components]: ReadComponent, zone: string): void {
  ICAL.TimezoneService.reset();
  for (const [name, properties] of components) {
    if (name !== 'vevent') continue;
    const begin = properties.find(([of]) => of === 'dtstart');
    if (!begin) continue;
    for (const [of, parameters, type, first] of properties) {
      if (!times.has(of) || type !== 'date-time' || isUtc(first)) continue;
      parameters.tzid ||= zone;
      if (!ICAL.TimezoneService.has(parameters.tzid)) {
        ICAL.TimezoneService.register(clockOf(isZone(parameters.tzid) ? parameters.tzid : zone), parameters.tzid);
      }
    }
    const rules = properties.filter(([of]) => of === 'rrule');
    if (begin[2] === 'date-time') for (const [, , , rule] of rules) endInUtc(rule, begin, zone);
    const isListed = properties.some(([of]) => of === 'rdate');
    if (isListed && !rules.length) properties.push(['rdate', ...(begin.slice(1) as [Read[1], string, Value])]);
  }
}

const times = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate']);
const isUtc = (value: Value | undefined): boolean => typeof value === 'string' && value.endsWith('Z');

function endInUtc(rule: Value | undefined, [, { tzid = '' }, , start]: Read, zone: string): void {
  if (typeof rule !== 'object' || typeof rule.until !== 'string' || isUtc(rule.until)) return;
  const [day, time = '23:59:59'] = rule.until.split('T');
  if (isUtc(start)) rule.until = `${day}T${time}Z`;
  else rule.until = fromLocalInput(`${day}T${time.slice(0, 5)}`, isZone(tzid) ? tzid : zone)!.replace('.000', '');
}

/** The clock of a zone as the parser asks it. */
function clockOf(name: string): ICAL.Timezone {
  const clock = new ICAL.Timezone({ tzid: name });
  clock.utcOffset = (time) => (Date.parse(`${wall(time)}Z`) - momentOn(name, time).getTime()) / 1000;
  return clock;
}
