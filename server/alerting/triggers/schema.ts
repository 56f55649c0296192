import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, TriggerRef, UserRef } from '#server/api/graphql/types.ts';
import { inPerson } from '#server/api/viewer/viewer.ts';
import type { Call } from './calls.ts';
import { type Listening, listeningTo } from './listening.ts';
import { setPin, unlock } from './pin.ts';
import { lockedWays, newestCalls } from './queries.ts';
import { type Readiness, readinessOf } from './readiness.ts';

const CallType = builder.objectRef<Call>('TriggerCall').implement({
  description: 'Somebody who wanted to start an alarm without the screen, and what became of it.',
  fields: (t) => ({
    _id: t.exposeInt('id', { description: 'Its number.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When.' }),
    way: t.exposeString('way', { description: 'By which way: sms, mail, call or post.' }),
    caller: t.exposeString('caller', { nullable: true, description: 'Number, address or API key, as far as known.' }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user whose number or address it is.',
      resolve: ({ userId }, _args, ctx) => loadRow(ctx, 'users', userId),
    }),
    outcome: t.exposeString('outcome', {
      description:
        'started, repeated, refused, wrong_pin, no_pin, locked, unknown_sender, cancelled or too_late to be cancelled.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused, as a key.' }),
    exercise: t.exposeBoolean('exercise', { description: 'Whether it was meant as an exercise.' }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event it started.',
      resolve: ({ eventId }, _args, ctx) => loadRow(ctx, 'events', eventId),
    }),
  }),
});

const ReadinessType = builder.objectRef<Readiness>('TriggerReadiness').implement({
  description: 'What would happen if a trigger were started now.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'How many people would get something.' }),
    channels: t.exposeStringList('channels', { description: 'Over which channels.' }),
    troubled: t.exposeStringList('troubled', { description: 'Which of these cannot send just now.' }),
    uncovered: t.exposeStringList('uncovered', {
      description: 'Groups of which only who is on duty is called, and nobody is reached just now.',
    }),
    staysInside: t.exposeBoolean('staysInside', {
      description: 'Whether all of these only keep it in this program, so that nobody would really get it.',
    }),
    blockers: t.stringList({
      description: 'What would keep it from starting, as keys.',
      resolve: ({ blockers }) => [...blockers],
    }),
  }),
});

const ListeningType = builder.objectRef<Listening>('TriggerListening').implement({
  description: 'A way of a trigger that leads over channels.',
  fields: (t) => ({
    way: t.exposeString('way', { description: 'The way: sms, mail or call.' }),
    channels: t.exposeStringList('channels', { description: 'Names of the channels that hear it now.' }),
  }),
});

builder.objectFields(TriggerRef, (t) => ({
  hasPin: t.boolean({ description: 'Whether a PIN is set.', resolve: ({ pinHash }) => pinHash !== null }),
  locks: t.stringList({
    description: 'Ways that are locked after wrong PINs.',
    resolve: ({ id }, _args, { db }) => lockedWays(db, id),
  }),
  readiness: t.field({
    type: ReadinessType,
    description: 'What would happen if it were started now by somebody who is no user.',
    resolve: (trigger, _args, { db, viewer }) => readinessOf(db, trigger, viewer?.language),
  }),
  listening: t.field({
    type: [ListeningType],
    description: 'Which channels hear the ways of it that lead over channels.',
    resolve: (trigger, _args, { db, viewer }) => listeningTo(db, trigger, viewer?.language),
  }),
  calls: t.field({
    type: [CallType],
    description: 'The newest calls.',
    resolve: ({ id }, _args, { db }) => newestCalls(db, id),
  }),
}));

const idArg = 'The trigger.';

builder.mutationFields((t) => ({
  setTriggerPin: t.field({
    type: TriggerRef,
    description: 'Sets the PIN of a trigger, 6 to 12 digits; locked ways are open again. It can never be read.',
    authScopes: { feature: 'manage_trigger' },
    args: {
      id: t.arg.id({ required: true, description: idArg }),
      pin: t.arg.string({ required: true, description: 'The PIN.' }),
    },
    resolve: (_parent, { id, pin }, ctx) => setPin(inPerson(ctx), numberOf('triggers', id), pin),
  }),
  unlockTrigger: t.field({
    type: TriggerRef,
    description: 'Opens a way again that wrong PINs locked.',
    authScopes: { feature: 'manage_trigger' },
    args: {
      id: t.arg.id({ required: true, description: idArg }),
      way: t.arg.string({ required: true, description: 'The way: sms, mail or call.' }),
    },
    resolve: (_parent, { id, way }, ctx) => unlock(inPerson(ctx), numberOf('triggers', id), way),
  }),
}));
