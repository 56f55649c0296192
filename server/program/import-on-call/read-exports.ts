import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { emailAddress } from '#shared/email-address.ts';
import { readGoAlert } from './goalert.ts';
import { readGrafanaOnCall } from './grafana-oncall.ts';
import { readOpsgenie } from './opsgenie.ts';
import { type DutyPerson, type ExportFile, type OnCallExport, type OnCallShift, oneLine } from './plan.ts';

const largest = 20 * 1024 * 1024;
/** The calendar of a roster holds at most this many shifts. */
const mostDuties = 4_000;
/** The programs export a year at once. */
const longestDuty = 400 * 86_400_000;

/** Reads an export. Refuses foreign, incomplete and huge files. */
export async function readExports(names: readonly string[]): Promise<OnCallExport> {
  const files: ExportFile[] = [];
  for (const name of names)
    files.push({ name: path.basename(name, path.extname(name)), content: await contentOf(name) });
  const found = readGrafanaOnCall(files) ?? readGoAlert(files) ?? readOpsgenie(files);
  if (!found)
    throw new StartError(
      'These files are no export of Grafana OnCall, GoAlert or Opsgenie as docs/import-on-call.md describes it, or of several of them.',
    );
  const clean = { ...found, people: found.people.map(cleanPerson), schedules: found.schedules.map(cleanSchedule) };
  for (const { name, duties } of clean.schedules) refuseUnfit(name, duties);
  const held = clean.schedules.map(({ name }) => name);
  const twice = held.find((name, at) => held.indexOf(name) < at);
  if (twice !== undefined)
    throw new StartError(`Two files hold the schedule "${twice}": export its period in one file, or rename one.`);
  return clean;
}

/** Cleans names and addresses for a calendar. */
const cleanPerson = ({ name, email }: DutyPerson): DutyPerson => ({
  name: oneLine(name).trim(),
  email: emailAddress(email)?.target ?? '',
});

const cleanSchedule = ({ name, duties }: OnCallExport['schedules'][number]): OnCallExport['schedules'][number] => ({
  name: oneLine(name).trim(),
  duties: duties.map((one) => ({ ...one, person: cleanPerson(one.person) })),
});

async function contentOf(name: string): Promise<unknown> {
  const { size } = await stat(name).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${name} cannot be read: ${error.code}.`);
  });
  if (size > largest) throw new StartError(`${name} has more than 20 MB: export a shorter period.`);
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${name} cannot be read: ${error.code}.`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new StartError(`${name} is no JSON, or its end is missing: export it again.`);
  }
  if (hasMorePages(content)) throw new StartError(`${name} is one page of several: export all of them in one file.`);
  return content;
}

/** Returns whether GoAlert or Opsgenie names a next page. */
function hasMorePages(content: unknown): boolean {
  const { paging, data } = Object(content) as { paging?: { next?: unknown }; data?: unknown };
  const pages = Object.values(Object(data) as Record<string, unknown>).map(
    (list) => (Object(list) as { pageInfo?: { hasNextPage?: unknown } }).pageInfo?.hasNextPage,
  );
  return typeof paging?.next === 'string' || pages.includes(true);
}

function refuseUnfit(name: string, duties: readonly OnCallShift[]): void {
  if (duties.length > mostDuties)
    throw new StartError(`The schedule "${name}" has more than ${mostDuties} shifts: export a shorter period.`);
  const wrong = duties.find(({ from, until }) => until <= from);
  if (wrong)
    throw new StartError(`A shift of the schedule "${name}" ends before it begins: ${wrong.from.toISOString()}.`);
  const long = duties.find(({ from, until }) => until.getTime() - from.getTime() > longestDuty);
  if (long)
    throw new StartError(`A shift of the schedule "${name}" is longer than a year: ${long.from.toISOString()}.`);
}
