import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ICAL from 'ical.js';
import { StartError } from '#server/platform/start-error.ts';
import { type DutyPerson, type OnCallExport, type OnCallShift, oneLine } from './plan.ts';

const addressOf = ({ email }: DutyPerson): string => email.toLowerCase();

/** Returns addresses shared by different names. */
function sharedAddresses({ people, schedules }: OnCallExport): Set<string> {
  const all = [...people, ...schedules.flatMap(({ duties }) => duties.map(({ person }) => person))];
  const byAddress = Map.groupBy(all, addressOf);
  const names = (some: readonly DutyPerson[]) => new Set(some.map(({ name }) => name.toLowerCase()));
  return new Set([...byAddress].flatMap(([address, some]) => (address && names(some).size > 1 ? [address] : [])));
}

/** Returns all people once, by address or name, with schedules. */
export function peopleOf(all: OnCallExport): (DutyPerson & { groups: string[] })[] {
  const { people, schedules } = all;
  const shared = sharedAddresses(all);
  const found = new Map<string, DutyPerson & { groups: string[] }>();
  const add = (person: DutyPerson, group?: string) => {
    const address = addressOf(person);
    const key = address && !shared.has(address) ? address : `${address} ${person.name.toLowerCase()}`;
    const known = found.get(key) ?? { ...person, groups: [] };
    if (group !== undefined && !known.groups.includes(group)) known.groups.push(group);
    found.set(key, known);
  };
  for (const person of people) add(person);
  for (const { name, duties } of schedules) for (const { person } of duties) add(person, name);
  return [...found.values()];
}

/** A single word is a login name, not a person's. */
const nameCell = ({ name, email }: DutyPerson): string => (email && !/[\s,]/.test(name) ? '' : name);

const cell = (text: string): string => `"${text.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`;
const asPath = (name: string): string => name.replace(/[\\/;]/g, '\\$&');

/** Returns people as CSV for *People from a file*. */
export const peopleCsv = (all: OnCallExport): string =>
  [
    'Name,E-Mail,Gruppe',
    ...peopleOf(all).map((one) => [nameCell(one), one.email, one.groups.map(asPath).join('; ')].map(cell).join(',')),
    '',
  ].join('\r\n');

/** A roster holds shifts of 31 days; some programs write longer ones. */
const longest = 28 * 86_400_000;

/** Returns a shift in parts that a roster holds. */
function partsOf({ person, from, until }: OnCallShift): OnCallShift[] {
  const parts = Math.ceil((until.getTime() - from.getTime()) / longest);
  const cut = (at: number) => (at === parts ? until : new Date(from.getTime() + at * longest));
  return Array.from({ length: parts }, (_, at) => ({ person, from: cut(at), until: cut(at + 1) }));
}

/** Returns a schedule as a calendar with stable events. People without an own address have none. */
export function scheduleCalendar(all: OnCallExport, { name, duties }: OnCallExport['schedules'][number]): string {
  const shared = sharedAddresses(all);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Meldekette//Import//EN');
  calendar.addPropertyWithValue('x-wr-calname', name);
  for (const duty of duties.flatMap(partsOf))
    calendar.addSubcomponent(eventOf(name, duty, shared.has(addressOf(duty.person))));
  return `${calendar.toString()}\r\n`;
}

function eventOf(schedule: string, { person, from, until }: OnCallShift, isShared: boolean) {
  const event = new ICAL.Component('vevent');
  const uid = createHash('sha256')
    .update(
      [schedule, person.email, ...(isShared || !person.email ? [person.name] : []), from.toISOString()].join('\n'),
    )
    .digest('hex');
  event.addPropertyWithValue('uid', `${uid}@meldekette`);
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(from, true));
  event.addPropertyWithValue('dtstart', ICAL.Time.fromJSDate(from, true));
  event.addPropertyWithValue('dtend', ICAL.Time.fromJSDate(until, true));
  event.addPropertyWithValue('summary', person.name);
  if (isShared || !person.email) return event;
  const attendee = event.addPropertyWithValue('attendee', `mailto:${person.email}`);
  attendee.setParameter('cn', person.name);
  return event;
}

const count = (length: number, one: string): string => `${length} ${one}${length === 1 ? '' : 's'}`;

/** Returns lines on people without own address or name. */
function unclearPeople(all: OnCallExport): string[] {
  const shared = sharedAddresses(all);
  const nameless = peopleOf(all).filter((one) => !nameCell(one)).length;
  const unclear = peopleOf(all).filter((one) => !one.email || shared.has(addressOf(one)));
  return [
    ...(nameless
      ? [`- ${count(nameless, 'user')} with only a login name. Enter the names of new people in people.csv.`]
      : []),
    ...unclear.map(({ name, email }) =>
      email
        ? `- The address ${email} of "${name}" belongs to several users. Their shifts are matched by name.`
        : `- "${name}" has no valid e-mail address. Their shifts are matched by name.`,
    ),
  ];
}

/** Returns what becomes what, and what doesn't, in lines. */
export function importReport(all: OnCallExport): string {
  const days = (duties: readonly OnCallShift[]) => {
    const at = duties.flatMap(({ from, until }) => [from.getTime(), until.getTime()]);
    const [first, last] = [Math.min(...at), Math.max(...at)].map((one) => new Date(one).toISOString().slice(0, 10));
    return duties.length ? ` from ${first} to ${last}` : '';
  };
  return [
    `Export of ${all.program}`,
    '',
    `${count(peopleOf(all).length, 'user')} → people in people.csv, matched by e-mail address`,
    ...all.schedules.map(
      ({ name, duties }) => `schedule "${name}" → group and roster: ${count(duties.length, 'shift')}${days(duties)}`,
    ),
    ...all.chains.flatMap(({ name, steps }) => [
      `escalation chain "${name}" → mailing list with a stop limit, to be entered by hand:`,
      ...steps.map((step, at) => `  ${at + 1}. ${step}`),
    ]),
    '',
    'Not carried over:',
    ...unclearPeople(all),
    ...all.leftOut.map((one) => `- ${one}`),
    '- Shifts after the exported period. Enter repeating ones in the roster, or import a later export.',
    '',
  ]
    .map(oneLine)
    .join('\n');
}

const fileName = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .slice(0, 80);

/** Writes the files into a new folder and returns their names. */
export async function writeFiles(folder: string, all: OnCallExport): Promise<string[]> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      error.code === 'EEXIST'
        ? `${folder} exists already: name a new folder.`
        : `${folder} cannot be made: ${error.code}.`,
    );
  });
  const files = new Map([
    ['people.csv', `\ufeff${peopleCsv(all)}`],
    ['report.txt', importReport(all)],
    ...all.schedules.map((one, at): [string, string] => [
      `${at + 1} ${fileName(one.name)}.ics`,
      scheduleCalendar(all, one),
    ]),
  ]);
  for (const [name, text] of files) await writeFile(path.join(folder, name), text, { flag: 'wx' });
  return [...files.keys()];
}
