import { builder } from '#server/api/graphql/builder.ts';
import { can } from '#server/platform/context.ts';
import { pitfallsOf } from './pitfalls.ts';
import { checkReadiness, daysBetweenAlarms, type ReadinessCheck } from './readiness.ts';

const ReadinessKey = builder.enumType('ReadinessKey', {
  description: 'A requirement for an installation that you can rely on.',
  values: {
    channel: { description: 'A channel that reaches people outside the application and is known to work.' },
    proven: {
      description:
        'A success, for example of a test, as the newest result of every channel that notifies people. Only with channels.',
    },
    crisisTeam: {
      description:
        'A crisis team in which each member confirmed two channels of different kinds, or a reason is on record.',
    },
    functions: { description: 'At least two people in every function.' },
    alarm: { description: `An alarm, for an exercise or real, within ${daysBetweenAlarms} days.` },
    administrators: { description: 'A second administrator.' },
    links: { description: 'Answer links that recipients can open, over https.' },
    production: { description: 'Production mode, once channels send real messages.' },
    texts: { description: 'A text in the alarm of every event type.' },
    responsible: {
      description: 'A responsible person of every alarm plan that named one. Only if the named people of a plan left.',
    },
    crisisAlarm: { description: 'A mailing list of an event type for every member of the crisis team.' },
    numbers: { description: 'Mobile numbers that exist and are not landlines.' },
    backup: { description: 'A backup that was restored and compared within two days.' },
    directories: { description: 'No directory whose last run failed or waits for a person. Only with directories.' },
    secondPlace: {
      description: 'A second place that follows closely, has release codes and was rehearsed. Only if one was begun.',
    },
    database: { description: 'A synchronous standby and equal clocks. Only for a database with standbys or findings.' },
    databaseRelease: {
      description: 'A database server with the newest known minor release. Only for a server that lacks it.',
    },
  } as const,
});

const ReadinessCheckRef = builder.objectRef<ReadinessCheck>('ReadinessCheck').implement({
  description: 'The state of one requirement.',
  fields: (t) => ({
    key: t.field({ type: ReadinessKey, description: 'The requirement.', resolve: ({ key }) => key }),
    done: t.exposeBoolean('done', { description: 'Whether the requirement is met.' }),
    count: t.exposeInt('count', {
      description: 'How many rows lack something. For channels and administrators, how many there are.',
    }),
    names: t.exposeStringList('names', {
      description:
        'Some of the rows that lack something. For the database, its findings: notSynchronous, replicationLag, clock; ' +
        'for its release, the running and the newest known one; ' +
        'for the second place: notConnected, late, noCodes, notRehearsed.',
    }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it last happened.' }),
  }),
});

builder.queryField('readiness', (t) =>
  t.field({
    type: [ReadinessCheckRef],
    description: 'The state of the requirements that the signed-in user can fix, for the home page.',
    authScopes: { anyFeature: ['show_admin_menu', 'create_mailing_group', 'edit_contact'] },
    complexity: 50,
    resolve: async (_parent, _args, ctx) => [
      ...(can(ctx, 'show_admin_menu') ? await checkReadiness(ctx.db) : []),
      ...(await pitfallsOf(ctx)),
    ],
  }),
);
