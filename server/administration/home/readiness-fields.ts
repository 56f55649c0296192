import { builder } from '#server/api/graphql/builder.ts';
import { can } from '#server/platform/context.ts';
import { pitfallsOf } from './pitfalls.ts';
import { daysBetweenAlarms, type ReadinessCheck, readinessOf } from './readiness.ts';

const ReadinessKey = builder.enumType('ReadinessKey', {
  description: 'What an installation needs before it can be relied on.',
  values: {
    channel: { description: 'A channel that leaves the house and is known to work.' },
    crisisTeam: { description: 'A crisis team of whom everybody is reached over two types of channel.' },
    functions: { description: 'Two people at least in every function.' },
    alarm: { description: `An alarm, for an exercise or real, within ${daysBetweenAlarms} days.` },
    administrators: { description: 'A second administrator.' },
    links: { description: 'Answer links that recipients can open, over https.' },
    production: { description: 'Production mode, as soon as channels send in earnest.' },
    texts: { description: 'A text in the alarm of every event type.' },
    crisisAlarm: { description: 'A mailing list of an event type for every member of the crisis team.' },
    numbers: { description: 'Mobile numbers that exist and are no landlines.' },
  } as const,
});

const ReadinessCheckRef = builder.objectRef<ReadinessCheck>('ReadinessCheck').implement({
  description: 'One thing that an installation needs before it can be relied on.',
  fields: (t) => ({
    key: t.field({ type: ReadinessKey, description: 'What it is.', resolve: ({ key }) => key }),
    done: t.exposeBoolean('done', { description: 'Whether it is there.' }),
    count: t.exposeInt('count', {
      description: 'How many lack something; of channels and administrators how many there are.',
    }),
    names: t.exposeStringList('names', { description: 'Some of those that lack something.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it last happened.' }),
  }),
});

builder.queryField('readiness', (t) =>
  t.field({
    type: [ReadinessCheckRef],
    description: 'How ready the installation is, for the start page: what the signed-in user may repair.',
    authScopes: { anyFeature: ['show_admin_menu', 'create_mailing_group', 'edit_contact'] },
    complexity: 50,
    resolve: async (_parent, _args, ctx) => [
      ...(can(ctx, 'show_admin_menu') ? await readinessOf(ctx.db) : []),
      ...(await pitfallsOf(ctx)),
    ],
  }),
);
