import { silentAfterDays, type WayState } from '#server/alerting/recipients/way-states.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { PersonRef } from '#server/api/graphql/types.ts';
import { limitedText } from '#server/api/input.ts';
import { shownTo } from '#server/api/private-data.ts';
import { limits } from '#shared/limits.ts';
import {
  askForConfirmation,
  type CrisisMember,
  listCrisisMembers,
  type MemberWay,
  setReason,
  testDays,
} from './members.ts';

const WayStateEnum = builder.enumType('WayState', {
  description: 'What is known about a way to a person. An alarm uses all ways, whatever their state.',
  values: {
    confirmed: { description: 'A sign of life proves it: an answer, a receipt, a reply, a confirmation.' },
    unconfirmed: { description: 'Nothing has proved it yet.' },
    silent: {
      description: `A device without a sign of life for ${silentAfterDays} days, or one that its push service rejects.`,
    },
    failed: { description: 'The address bounced, and there was no sign of life since.' },
  } satisfies Record<WayState, { description: string }>,
});

const WayRef = builder.objectRef<MemberWay>('ContactWay').implement({
  description: 'A way to reach a person: an address, a number, or all devices of a kind.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'Its kind: a type of contact data, or webpush for devices.' }),
    address: t.string({
      nullable: true,
      description: 'The address. Private ones are masked for users who may not edit contacts; null for devices.',
      resolve: ({ address, isPrivate }, _args, ctx) => (address === null ? null : shownTo(ctx, address, isPrivate)),
    }),
    state: t.field({ type: WayStateEnum, description: 'What is known about it.', resolve: ({ state }) => state }),
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The newest sign of life. In works-council mode the begin of its day.',
    }),
    failedAt: t.expose('failedAt', { type: 'DateTime', nullable: true, description: 'When the address last bounced.' }),
    askedAt: t.expose('askedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the newest request to confirm, or self-test, left.',
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'Why the newest request did not leave, as a reason key.',
    }),
    testedAt: t.expose('testedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the newest self-test left.',
    }),
    testConfirmedAt: t.expose('testConfirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person confirmed that self-test. In works-council mode the begin of the day.',
    }),
    missedTest: t.exposeBoolean('missedTest', {
      description: `Whether the self-test was not confirmed within ${testDays} days.`,
    }),
  }),
});

const MemberRef = builder.objectRef<CrisisMember>('CrisisMember').implement({
  description: 'A member of the crisis team with the ways to reach them.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async ({ personId }, _args, ctx) => (await loadRow(ctx, 'people', personId))!,
    }),
    isDone: t.exposeBoolean('isDone', {
      description: 'Whether two ways of different kinds are confirmed, or a reason is on record.',
    }),
    confirmedKinds: t.exposeInt('confirmedKinds', { description: 'How many kinds of ways are confirmed.' }),
    missedTest: t.exposeBoolean('missedTest', {
      description: `Whether a self-test was not confirmed within ${testDays} days.`,
    }),
    testsDeclinedAt: t.expose('testsDeclinedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the person wants no self-tests.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why fewer confirmed ways are enough.' }),
    reasonAt: t.expose('reasonAt', { type: 'DateTime', nullable: true, description: 'When the reason was entered.' }),
    reasonBy: t.string({
      nullable: true,
      description: 'The name of the user who entered the reason.',
      resolve: async ({ reasonBy }, _args, ctx) => {
        const user = reasonBy === null ? null : await loadRow(ctx, 'users', reasonBy);
        return user ? `${user.firstName} ${user.lastName}` : null;
      },
    }),
    ways: t.field({
      type: [WayRef],
      description: 'The ways over channels that are switched on.',
      complexity: { field: 1, multiplier: 4 },
      resolve: ({ ways }) => ways,
    }),
  }),
});

const repairs = { anyFeature: ['edit_contact', 'show_admin_menu'] } as const;

builder.queryField('crisisMembers', (t) =>
  t.field({
    type: [MemberRef],
    description: `The members of the crisis team with the ways to reach them, at most ${limits.peoplePerList}. Those who lack something come first.`,
    authScopes: repairs,
    args: {
      isOpen: t.arg.boolean({
        description: 'Only members who lack a confirmed way or did not confirm their self-test.',
      }),
    },
    complexity: { field: 20, multiplier: 20 },
    resolve: (_parent, { isOpen }, ctx) => listCrisisMembers(ctx.db, { isOpen: isOpen ?? false }),
  }),
);

builder.mutationFields((t) => ({
  askForConfirmation: t.int({
    description:
      'Asks members of the crisis team to confirm the ways that are not confirmed, over these ways. Returns the number of messages. ' +
      'Nobody is asked twice within an hour, and nobody while an event is running.',
    authScopes: repairs,
    args: { people: t.arg.idList({ required: true, description: 'The members.' }) },
    resolve: (_parent, { people }, ctx) => askForConfirmation(ctx, numbersOf('people', people)),
  }),
  setWayReason: t.field({
    type: MemberRef,
    description: 'Records why a member of the crisis team needs no two confirmed ways, or removes the reason.',
    authScopes: repairs,
    args: {
      person: t.arg.id({ required: true, description: 'The member.' }),
      reason: t.arg.string({ description: `The reason, at most ${limits.lineMaximum} characters; null removes it.` }),
    },
    resolve: (_parent, { person, reason }, ctx) => {
      const text = reason?.trim() || null;
      return setReason(ctx, numberOf('people', person), text && limitedText('reason', text, limits.lineMaximum));
    },
  }),
}));
