import { builder } from '#server/api/graphql/builder.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { countChanged, countRemovable, type DemoCounts } from './removable.ts';
import { countDemo, removeDemo } from './remove-demo.ts';

const authScopes = { feature: 'manage_system_setup' } as const;

const countsOf = (name: string, description: string) => {
  const ref = builder.objectRef<DemoCounts>(name);
  ref.implement({
    description,
    fields: (t) => ({
      events: t.exposeInt('events', { description: 'Events.' }),
      mailingLists: t.exposeInt('mailingLists', { description: 'Mailing lists.' }),
      groups: t.exposeInt('groups', { description: 'Groups.' }),
      people: t.exposeInt('people', { description: 'People.' }),
    }),
  });
  return ref;
};
const RemovableDemoDataRef = countsOf('RemovableDemoData', 'How much demo data can be removed.');
const ChangedDemoDataRef = countsOf('ChangedDemoData', 'How much demo data was changed by users.');

const DemoDataRef = countsOf('DemoData', 'How much demo data of the hospital there is.');
builder.objectFields(DemoDataRef, (t) => ({
  removable: t.field({
    type: RemovableDemoDataRef,
    description:
      'The part of the remaining demo data that removeDemoData would remove now, if no demo event ran. The rest stays.',
    authScopes,
    resolve: (_parent, _args, ctx) => countRemovable(ctx.db),
  }),
  changed: t.field({
    type: ChangedDemoDataRef,
    description: 'The part that stays because users changed it. What is neither changed nor removable is in use.',
    authScopes,
    resolve: (_parent, _args, ctx) => countChanged(ctx.db),
  }),
}));

builder.queryField('demoData', (t) =>
  t.field({
    type: DemoDataRef,
    description: 'The demo data that is left of the hospital which the installation began with.',
    authScopes,
    resolve: (_parent, _args, ctx) => countDemo(ctx.db),
  }),
);

builder.mutationField('removeDemoData', (t) =>
  t.field({
    type: DemoDataRef,
    description:
      'Permanently removes the demo events, mailing lists, groups and people, and returns how many. Keeps rows that ' +
      'were changed later, people with an absence, a device or an opt-out, rosters with shifts of your own and their people, ' +
      'and rows that your own events, lists, groups or event types use. Keeps event types, texts, places, channels, ' +
      'users and settings. Refused with error_event_running while a demo event runs; details.event names ' +
      'it.',
    authScopes,
    resolve: (_parent, _args, ctx) => removeDemo(signedIn(ctx)),
  }),
);
