import { setImmediate as letOthers } from 'node:timers/promises';
import ICAL from 'ical.js';
import type { Db } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { loadTurns } from './turns.ts';

const day = 86_400_000;
/** Days before and after today in a calendar. */
const [before, after] = [31, 366];

const end = 'END:VCALENDAR';
/** Turns that are written before yielding to other work. */
const atOnce = 200;

/** A written calendar, with a tag of its content. */
export interface OfferedCalendar {
  text: string;
  tag: string;
}

/** Writes a roster as a calendar (RFC 5545): one event per turn in UTC, with the actual person. */
export async function writeCalendar(db: Db, group: { id: number; name: string }): Promise<OfferedCalendar> {
  const now = Date.now();
  const turns = await loadTurns(db, [group.id], {
    from: new Date(now - before * day),
    until: new Date(now + after * day),
  });
  const names = await namesOf(db, [...new Set(turns.map(({ personId }) => personId))]);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Meldekette//Roster//EN');
  calendar.addPropertyWithValue('name', group.name);
  calendar.addPropertyWithValue('x-wr-calname', group.name);
  const head = calendar.toString().trimEnd().slice(0, -end.length).trimEnd();
  const events: string[] = [];
  for (const [at, { shiftId, turn, personId, from, until }] of turns.entries()) {
    if (at > 0 && at % atOnce === 0) await letOthers();
    const event = new ICAL.Component('vevent');
    event.addPropertyWithValue('uid', `shift-${shiftId}-${turn}@meldekette`);
    event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(now), true));
    event.addPropertyWithValue('dtstart', ICAL.Time.fromJSDate(from, true));
    event.addPropertyWithValue('dtend', ICAL.Time.fromJSDate(until, true));
    event.addPropertyWithValue('summary', names.get(personId) ?? '');
    event.addPropertyWithValue('categories', group.name);
    events.push(event.toString());
  }
  const text = `${[head, ...events, end].join('\r\n')}\r\n`;
  // ignores the time of writing
  const tag = sha256(text.replace(/^DTSTAMP:.*$/gm, '')).toString('base64url');
  return { text, tag: `"${tag}"` };
}

async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db.selectFrom('people').select(['id', 'firstName', 'lastName']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}
