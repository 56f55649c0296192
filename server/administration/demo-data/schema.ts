import { builder } from '#server/api/graphql/builder.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { countDemo, type DemoCounts, removeDemo } from './remove-demo.ts';

const DemoDataRef = builder.objectRef<DemoCounts>('DemoData').implement({
  description: 'How much of the demo hospital there is.',
  fields: (t) => ({
    events: t.exposeInt('events', { description: 'Events.' }),
    mailingLists: t.exposeInt('mailingLists', { description: 'Mailing lists.' }),
    groups: t.exposeInt('groups', { description: 'Groups.' }),
    people: t.exposeInt('people', { description: 'People.' }),
  }),
});

const authScopes = { feature: 'manage_system_setup' } as const;

builder.queryField('demoData', (t) =>
  t.field({
    type: DemoDataRef,
    description: 'What is left of the demo hospital that this installation began with.',
    authScopes,
    resolve: (_parent, _args, ctx) => countDemo(ctx.db),
  }),
);

builder.mutationField('removeDemoData', (t) =>
  t.field({
    type: DemoDataRef,
    description:
      'Removes events, mailing lists, groups and people of the demo for good, and answers how many. What was changed since, or is used by own events, lists or groups, stays. Event types, texts, places, channels, users and settings stay. Refused with error_event_running while an event of the demo runs; details.event names it.',
    authScopes,
    resolve: (_parent, _args, ctx) => removeDemo(signedIn(ctx)),
  }),
);
