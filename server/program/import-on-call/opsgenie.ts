import { z } from 'zod';
import { type ExportFile, minutesText, type OnCallExport } from './plan.ts';

const recipient = z.object({ type: z.string(), name: z.string().optional(), username: z.string().optional() });
const moment = z.iso.datetime({ offset: true });
const users = z.object({ data: z.array(z.object({ username: z.string(), fullName: z.string() })).min(1) });
const timeline = z.object({
  data: z.object({
    _parent: z.object({ name: z.string() }),
    finalTimeline: z.object({
      rotations: z.array(
        z.object({
          periods: z
            .array(z.object({ startDate: moment, endDate: moment, recipient: recipient.optional() }))
            .optional(),
        }),
      ),
    }),
  }),
});
const escalations = z.object({
  data: z
    .array(
      z.object({
        name: z.string(),
        rules: z.array(z.object({ condition: z.string(), delay: z.object({ timeAmount: z.number() }), recipient })),
      }),
    )
    .min(1),
});

/** Returns Opsgenie's export, or null. */
export function readOpsgenie(files: readonly ExportFile[]): OnCallExport | null {
  const found: OnCallExport = { program: 'Opsgenie', people: [], schedules: [], chains: [], leftOut: [] };
  const names = new Map<string, string>();
  const timelines: z.infer<typeof timeline>['data'][] = [];
  for (const { content } of files) {
    const [asUsers, asTimeline, asEscalations] = [users, timeline, escalations].map((schema) =>
      schema.safeParse(content),
    );
    if (asUsers!.success)
      for (const { username, fullName } of (asUsers!.data as z.infer<typeof users>).data)
        names.set(username.toLowerCase(), fullName);
    else if (asTimeline!.success) timelines.push((asTimeline!.data as z.infer<typeof timeline>).data);
    else if (asEscalations!.success)
      found.chains.push(...(asEscalations!.data as z.infer<typeof escalations>).data.map(chainOf));
    else return null;
  }
  found.people = [...names].map(([email, name]) => ({ name, email }));
  for (const { _parent, finalTimeline } of timelines) {
    const periods = finalTimeline.rotations.flatMap((one) => one.periods ?? []);
    const ofUsers = periods.filter((one) => one.recipient?.type === 'user' && one.recipient.name?.includes('@'));
    const others = periods.filter((one) => one.recipient && !ofUsers.includes(one)).length;
    if (others)
      found.leftOut.push(`${others} periods of the schedule "${_parent.name}" belong to teams or escalations.`);
    const duties = ofUsers.map(({ startDate, endDate, recipient: { name = '' } = { type: 'user' } }) => ({
      person: { name: names.get(name.toLowerCase()) ?? name, email: name },
      from: new Date(startDate),
      until: new Date(endDate),
    }));
    found.schedules.push({ name: _parent.name, duties });
  }
  found.leftOut.push('Teams, routing rules, integrations and notification rules have no counterpart in the export.');
  return found;
}

/** Opsgenie counts delays from the alert, not from the step before. */
function chainOf({ name, rules }: z.infer<typeof escalations>['data'][number]): OnCallExport['chains'][number] {
  const steps = rules.flatMap(({ condition, delay: { timeAmount }, recipient: to }, at) => {
    const wait = timeAmount - (rules[at - 1]?.delay.timeAmount ?? 0);
    const unless = condition === 'if-not-closed' ? ' unless closed' : '';
    return [...(wait > 0 ? [minutesText(wait)] : []), `notify ${to.type} "${to.username ?? to.name ?? '?'}"${unless}`];
  });
  return { name, steps };
}
