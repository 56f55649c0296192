import { z } from 'zod';
import { type ExportFile, minutesText, type OnCallExport } from './plan.ts';

const pageInfo = z.object({ hasNextPage: z.boolean() });
const person = z.object({ name: z.string(), email: z.string() });
const moment = z.iso.datetime({ offset: true });
const shift = z.object({ start: moment, end: moment, user: person.nullable() });
const target = z.object({ type: z.string(), name: z.string().nullish() });
const step = z.object({ stepNumber: z.number(), delayMinutes: z.number(), targets: z.array(target) });

/** The answer to the query of docs/import-on-call.md. */
const answer = z.object({
  data: z.object({
    users: z.object({ pageInfo, nodes: z.array(person) }),
    schedules: z.object({ pageInfo, nodes: z.array(z.object({ name: z.string(), shifts: z.array(shift) })) }),
    escalationPolicies: z.object({
      pageInfo,
      nodes: z.array(z.object({ name: z.string(), repeat: z.number(), steps: z.array(step) })),
    }),
  }),
});

/** Returns GoAlert's export, or null. */
export function readGoAlert(files: readonly ExportFile[]): OnCallExport | null {
  const parsed = files.map(({ content }) => answer.safeParse(content));
  if (!parsed.every(({ success }) => success)) return null;
  const all = parsed.map(({ data }) => data!.data);
  const policies = all.flatMap(({ escalationPolicies }) => escalationPolicies.nodes);
  return {
    program: 'GoAlert',
    people: all.flatMap(({ users }) => users.nodes),
    schedules: all
      .flatMap(({ schedules }) => schedules.nodes)
      .map(({ name, shifts }) => ({
        name,
        duties: shifts.flatMap(({ user, start, end }) =>
          user ? [{ person: user, from: new Date(start), until: new Date(end) }] : [],
        ),
      })),
    chains: policies.map(({ name, steps, repeat }) => ({
      name,
      steps: [
        ...[...steps]
          .sort((a, b) => a.stepNumber - b.stepNumber)
          .flatMap(({ targets, delayMinutes }) => [
            `notify ${targets.map((one) => `${one.type} "${one.name ?? '?'}"`).join(', ') || 'no one'}`,
            minutesText(delayMinutes),
          ]),
        ...(repeat ? [`repeat ${repeat} times`] : []),
      ],
    })),
    leftOut: [
      ...all
        .flatMap(({ schedules }) => schedules.nodes)
        .map(({ name, shifts }) => ({ name, lost: shifts.filter(({ user }) => !user).length }))
        .filter(({ lost }) => lost > 0)
        .map(({ name, lost }) => `${lost} shifts of the schedule "${name}" name no user.`),
      'Services, integration keys, contact methods and notification rules have no counterpart in the export.',
    ],
  };
}
