import { builder } from '#server/graphql/builder.ts';
import { daysBetweenAlarms, type ReadinessCheck, readinessOf } from './readiness.ts';

const ReadinessKey = builder.enumType('ReadinessKey', {
  description: 'What an installation needs before it can be relied on.',
  values: {
    channel: { description: 'A channel that leaves the house and is known to work.' },
    crisisTeam: { description: 'A crisis team of whom everybody is reached over two types of channel.' },
    functions: { description: 'Two people at least in every function.' },
    alarm: { description: `An alarm, for an exercise or real, within ${daysBetweenAlarms} days.` },
    administrators: { description: 'A second administrator.' },
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
    description: 'How ready the installation is, for the start page of administrators.',
    authScopes: { feature: 'show_admin_menu' },
    complexity: 50,
    resolve: (_parent, _args, ctx) => readinessOf(ctx.db),
  }),
);
