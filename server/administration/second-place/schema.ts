import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { createReleaseCode, listReleaseCodes, type ReleaseCode, revokeReleaseCode } from './codes.ts';
import { listRehearsedExercises, type RehearsedExercise } from './exercises.ts';
import { daysBetweenRehearsals, followerName, isRehearsed, readSecondPlace, type SecondPlace } from './queries.ts';
import { recordRehearsal } from './rehearsal.ts';

const owner = { owner: true } as const;

const InstallationPlace = builder.enumType('InstallationPlace', {
  description: 'One of the two places of an installation.',
  values: {
    first: { description: 'The place where the installation was set up.' },
    second: { description: 'The place whose standby can take over.' },
  } as const,
});

const RehearsedExerciseRef = builder.objectRef<RehearsedExercise>('RehearsedExercise').implement({
  description: 'An exercise that was sent from this place after its release. Its after-action review has the details.',
  fields: (t) => ({
    event: t.id({ description: 'Path of the event.', resolve: ({ id }) => idOf('events', id) }),
    name: t.exposeString('name', { description: 'Name of the event.' }),
    launchedAt: t.expose('launchedAt', { type: 'DateTime', description: 'When its first message was launched.' }),
    people: t.exposeInt('people', { description: 'People it was meant for.' }),
    handedOver: t.exposeInt('handedOver', { description: 'People for whom at least one message was accepted.' }),
    failed: t.exposeInt('failed', { description: 'People for whom at least one message failed.' }),
    firstAfter: t.exposeFloat('firstAfter', {
      nullable: true,
      description: 'Seconds from the launch until the first message was accepted.',
    }),
    lastAfter: t.exposeFloat('lastAfter', {
      nullable: true,
      description: 'Seconds from the launch until the last message was accepted.',
    }),
  }),
});

const SecondPlaceRef = builder.objectRef<SecondPlace>('SecondPlace').implement({
  description: 'The other place, whose standby follows this database and can be released there.',
  fields: (t) => ({
    place: t.field({
      type: InstallationPlace,
      description: 'The place of this database. A release of the standby changes it.',
      resolve: ({ place }) => place,
    }),
    isConnected: t.exposeBoolean('isConnected', {
      nullable: true,
      description: `Whether a standby with the application_name ${followerName} is connected; null if the database hides it.`,
    }),
    lag: t.exposeFloat('lag', {
      nullable: true,
      description: 'Seconds by which its data is behind; null without a connection.',
    }),
    rehearsedOn: t.exposeString('rehearsedOn', {
      nullable: true,
      description: 'The day of the last rehearsal, YYYY-MM-DD.',
    }),
    isRehearsed: t.boolean({
      description: `Whether the last rehearsal is at most ${daysBetweenRehearsals} days old.`,
      resolve: (_place, _args, ctx) => isRehearsed(ctx.db),
    }),
    releasedAt: t.expose('releasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a standby was last released on its page.',
    }),
    releasedBy: t.exposeString('releasedBy', { nullable: true, description: 'The name of the person who did it.' }),
    exercises: t.field({
      type: [RehearsedExerciseRef],
      description: 'Exercises that were sent from here after the last release, the newest first, at most 10.',
      resolve: (_place, _args, ctx) => listRehearsedExercises(ctx.db),
    }),
    usableCodes: t.exposeInt('usableCodes', { description: 'Release codes that were neither used nor revoked.' }),
  }),
});

const ReleaseCodeRef = builder.objectRef<ReleaseCode>('ReleaseCode').implement({
  description: 'A code on paper that releases the second place once. Only its creation returns the code itself.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('release_codes', id) }),
    _id: t.exposeInt('id', { description: 'Its number, which is printed next to the code.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who created it.',
      resolve: (code, _args, ctx) => loadRow(ctx, 'users', code.createdBy),
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    usedAt: t.expose('usedAt', { type: 'DateTime', nullable: true, description: 'When it released a place.' }),
    usedBy: t.exposeString('usedBy', {
      nullable: true,
      description: 'The name that the person entered with the code.',
    }),
  }),
});

const NewReleaseCode = builder.objectRef<{ releaseCode: ReleaseCode; code: string }>('NewReleaseCode').implement({
  description: 'A release code that was just created.',
  fields: (t) => ({
    releaseCode: t.field({
      type: ReleaseCodeRef,
      description: 'The stored data of the code.',
      resolve: ({ releaseCode }) => releaseCode,
    }),
    code: t.exposeString('code', { description: 'The code itself; shown only in this response.' }),
  }),
});

builder.queryFields((t) => ({
  secondPlace: t.field({
    type: SecondPlaceRef,
    description: 'The state of the other place of this installation.',
    authScopes: { feature: 'show_admin_menu' },
    resolve: (_parent, _args, ctx) => readSecondPlace(ctx.database),
  }),
  releaseCodes: t.field({
    type: [ReleaseCodeRef],
    description: 'The release codes, the newest first, at most 200; used and revoked ones too.',
    authScopes: owner,
    complexity: 50,
    resolve: (_parent, _args, ctx) => listReleaseCodes(ctx.db),
  }),
}));

builder.mutationFields((t) => ({
  createReleaseCode: t.field({
    type: NewReleaseCode,
    description:
      'Creates a code that releases the second place once, to be printed and kept with the crisis folder. Only this ' +
      'response contains the code. At most 20 can be usable at once.',
    authScopes: owner,
    resolve: (_parent, _args, ctx) => createReleaseCode(signedIn(ctx)),
  }),
  revokeReleaseCode: t.field({
    type: ReleaseCodeRef,
    description: 'Revokes a release code. The second place refuses it as soon as the change is replicated.',
    authScopes: owner,
    args: { id: t.arg.id({ required: true, description: 'The code.' }) },
    resolve: (_parent, { id }, ctx) => revokeReleaseCode(signedIn(ctx), numberOf('release_codes', id)),
  }),
  recordRehearsal: t.field({
    type: SecondPlaceRef,
    description: 'Records the day on which the release of the second place was last rehearsed.',
    authScopes: owner,
    args: { day: t.arg.string({ required: true, description: 'The day, YYYY-MM-DD; not in the future.' }) },
    resolve: async (_parent, { day }, ctx) => {
      await recordRehearsal(signedIn(ctx), day);
      return readSecondPlace(ctx.database);
    },
  }),
}));
