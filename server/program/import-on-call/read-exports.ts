import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { readGoAlert } from './goalert.ts';
import { readGrafanaOnCall } from './grafana-oncall.ts';
import { readOpsgenie } from './opsgenie.ts';
import type { ExportFile, OnCallExport, OnCallShift } from './plan.ts';

const largest = 20 * 1024 * 1024;
/** The calendar of a roster holds at most this many shifts. */
const mostDuties = 4_000;

/** Reads the files of an export. Refuses foreign, incomplete and huge ones with one sentence. */
export async function readExports(names: readonly string[]): Promise<OnCallExport> {
  const files: ExportFile[] = [];
  for (const name of names)
    files.push({ name: path.basename(name, path.extname(name)), content: await contentOf(name) });
  const found = readGrafanaOnCall(files) ?? readGoAlert(files) ?? readOpsgenie(files);
  if (!found)
    throw new StartError(
      'These files are no export of Grafana OnCall, GoAlert or Opsgenie as docs/import-on-call.md describes it, or of several of them.',
    );
  for (const { name, duties } of found.schedules) refuseUnfit(name, duties);
  return found;
}

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

/** Returns whether a response names a next page, in the way of any of the programs. */
function hasMorePages(content: unknown): boolean {
  const { next, paging, data } = Object(content) as { next?: unknown; paging?: { next?: unknown }; data?: unknown };
  const pages = Object.values(Object(data) as Record<string, unknown>).map(
    (list) => (Object(list) as { pageInfo?: { hasNextPage?: unknown } }).pageInfo?.hasNextPage,
  );
  return typeof next === 'string' || typeof paging?.next === 'string' || pages.includes(true);
}

function refuseUnfit(name: string, duties: readonly OnCallShift[]): void {
  if (duties.length > mostDuties)
    throw new StartError(`The schedule "${name}" has more than ${mostDuties} shifts: export a shorter period.`);
  const wrong = duties.find(({ from, until }) => until <= from);
  if (wrong)
    throw new StartError(`A shift of the schedule "${name}" ends before it begins: ${wrong.from.toISOString()}.`);
}
