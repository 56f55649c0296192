import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnCallExport } from '#server/program/import-on-call/plan.ts';
import { readExports } from '#server/program/import-on-call/read-exports.ts';

const samples = path.resolve(import.meta.dirname, 'on-call-exports');
const filesOf = async (folder: string) =>
  (await readdir(path.join(samples, folder))).map((name) => path.join(samples, folder, name));

/** The files of an export of each program. */
export const onCallSources = {
  'Grafana OnCall': () => filesOf('grafana-oncall'),
  GoAlert: async () => [path.join(samples, 'goalert.json')],
  Opsgenie: () => filesOf('opsgenie'),
};

/** Reads a GoAlert export with these shifts. */
export async function goAlertShifts(
  dir: string,
  shifts: readonly object[],
  users: readonly object[] = [],
): Promise<OnCallExport> {
  const page = { pageInfo: { hasNextPage: false } };
  const schedules = { ...page, nodes: [{ name: 'Nacht', shifts }] };
  const data = { users: { ...page, nodes: users }, schedules, escalationPolicies: { ...page, nodes: [] } };
  const file = path.join(dir, 'shifts.json');
  await writeFile(file, JSON.stringify({ data }));
  return readExports([file]);
}
