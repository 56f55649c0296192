import { z } from 'zod';
import { StartError } from '#server/platform/start-error.ts';
import { type DutyPerson, type ExportFile, minutesText, type OnCallExport } from './plan.ts';

const page = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.number().optional(), next: z.string().nullish(), results: z.array(row) });
const email = z.string().nullable();
const user = z.object({ id: z.string(), email, username: z.string() });
const duty = z.object({
  user_pk: z.string(),
  user_email: email,
  user_username: z.string(),
  shift_start: z.iso.datetime({ offset: true }),
  shift_end: z.iso.datetime({ offset: true }),
});
const policy = z.looseObject({
  escalation_chain_id: z.string(),
  position: z.number(),
  type: z.string(),
  duration: z.number().nullish(),
  persons_to_notify: z.array(z.string()).nullish(),
  persons_to_notify_next_each_time: z.array(z.string()).nullish(),
  notify_on_call_from_schedule: z.string().nullish(),
});
const schedule = z.object({ id: z.string(), name: z.string(), type: z.string(), on_call_now: z.array(z.unknown()) });
const chain = z.strictObject({ id: z.string(), name: z.string(), team_id: z.string().nullish() });

/** The lists of `/api/v1/…`, recognized by their rows. */
const lists = {
  users: page(user),
  duties: page(duty),
  policies: page(policy),
  schedules: page(schedule),
  chains: page(chain),
};

type Lists = { [Name in keyof typeof lists]: z.infer<(typeof lists)[Name]>['results'] };

/** Returns Grafana OnCall's export, or null. */
export function readGrafanaOnCall(files: readonly ExportFile[]): OnCallExport | null {
  const found: Lists = { users: [], duties: [], policies: [], schedules: [], chains: [] };
  const schedules: [name: string, duties: Lists['duties']][] = [];
  const pages: Page[] = [];
  const empty: string[] = [];
  for (const { name, content } of files) {
    const [kind, page] = kindOf(content);
    if (kind === null) return null;
    if (page.results.length === 0) empty.push(name);
    pages.push({ ...page, list: kind === 'duties' ? `shifts of "${name}"` : kind });
    if (kind === 'duties') schedules.push([name, page.results as Lists['duties']]);
    else for (const row of page.results) (found[kind] as unknown[]).push(row);
  }
  refuseMissingPages(pages);
  const names = new Set(found.schedules.map(({ name }) => name));
  schedules.push(...empty.filter((name) => names.has(name)).map((name): [string, []] => [name, []]));
  const people = new Map(found.users.map(({ id, username, email }) => [id, { name: username, email: email ?? '' }]));
  const nameOf = (id: string): string => people.get(id)?.name ?? id;
  return {
    program: 'Grafana OnCall',
    people: [...people.values()],
    schedules: schedules.map(([name, duties]) => ({
      name,
      duties: duties.map((one) => ({
        person: { name: one.user_username, email: one.user_email ?? '' } satisfies DutyPerson,
        from: new Date(one.shift_start),
        until: new Date(one.shift_end),
      })),
    })),
    chains: found.chains.map(({ id, name }) => ({
      name,
      steps: found.policies
        .filter((one) => one.escalation_chain_id === id)
        .sort((a, b) => a.position - b.position)
        .map((one) => stepText(one, nameOf, found.schedules)),
    })),
    leftOut: [
      ...found.schedules
        .filter(({ name }) => !schedules.some(([known]) => known === name))
        .map(({ name }) => `The schedule "${name}" has no file with its final shifts.`),
      'Routes, webhooks, Slack and personal notification rules have no counterpart in the export.',
    ],
  };
}

/** With the number of all rows. */
interface Page {
  list: string;
  count?: number | undefined;
  next?: string | null | undefined;
  results: unknown[];
}

/** The API sends 100 rows a page, in several files. Refuses missing rows. */
function refuseMissingPages(files: readonly Page[]): void {
  for (const [list, pages] of Map.groupBy(files, (one) => one.list)) {
    const total = Math.max(...pages.map(({ count, next }) => count ?? (next ? Infinity : 0)));
    const all = pages.flatMap(({ results }) => results.map((row) => JSON.stringify(row)));
    // the same page may be passed twice, but a single page may contain equal shifts
    if ((pages.length === 1 ? all : [...new Set(all)]).length < total)
      throw new StartError(`A file is one page of several, and rows of the ${list} are missing: export all pages.`);
  }
}

function kindOf(content: unknown): [kind: keyof Lists, Omit<Page, 'list'>] | [null, null] {
  for (const [kind, schema] of Object.entries(lists)) {
    const { success, data } = schema.safeParse(content);
    if (success) return [kind as keyof Lists, data];
  }
  return [null, null];
}

function stepText(step: z.infer<typeof policy>, nameOf: (id: string) => string, schedules: Lists['schedules']): string {
  const people = step.persons_to_notify ?? step.persons_to_notify_next_each_time ?? [];
  if (step.type === 'wait') return minutesText(Math.round((step.duration ?? 0) / 60));
  if (step.type === 'notify_persons') return `notify ${people.map(nameOf).join(', ')}`;
  if (step.type === 'notify_person_next_each_time')
    return `notify one after the other: ${people.map(nameOf).join(', ')}`;
  if (step.type === 'notify_on_call_from_schedule') {
    const { notify_on_call_from_schedule: id } = step;
    return `notify the people on duty in "${schedules.find((one) => one.id === id)?.name ?? id}"`;
  }
  return `not carried over: ${step.type}`;
}
