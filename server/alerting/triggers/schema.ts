import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, TriggerRef, UserRef } from '#server/api/graphql/types.ts';
import { inPerson } from '#server/api/viewer/viewer.ts';
import type { FinishedCall } from './calls.ts';
import { type Listening, listeningTo } from './listening.ts';
import { setPin, unlock } from './pin.ts';
import { lockedWays, newestCalls } from './queries.ts';
import { type Readiness, triggerReadiness } from './readiness.ts';

const CallType = builder.objectRef<FinishedCall>('TriggerCall').implement({
  description: 'A call to start an alarm without the web interface, and its result.',
  fields: (t) => ({
    _id: t.exposeInt('id', { description: 'Its number.' }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of the call.' }),
    way: t.exposeString('way', { description: 'The way of the call: sms, mail, call or post.' }),
    caller: t.exposeString('caller', { nullable: true, description: 'Number, address or API key, if known.' }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user with this number or address.',
      resolve: ({ userId }, _args, ctx) => loadRow(ctx, 'users', userId),
    }),
    outcome: t.exposeString('outcome', {
      description:
        'started, repeated, refused, wrong_pin, no_pin, locked, unknown_sender, cancelled or too_late to be cancelled.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it was refused, as a key.' }),
    exercise: t.exposeBoolean('exercise', { description: 'Whether the caller requested an exercise.' }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event it started.',
      resolve: ({ eventId }, _args, ctx) => loadRow(ctx, 'events', eventId),
    }),
  }),
});

const ReadinessType = builder.objectRef<Readiness>('TriggerReadiness').implement({
  description: 'A preview of starting a trigger now.',
  fields: (t) => ({
    people: t.exposeInt('people', { description: 'How many people would receive something.' }),
    channels: t.exposeStringList('channels', { description: 'The channels it would use.' }),
    troubled: t.exposeStringList('troubled', { description: 'The channels among them that cannot send at present.' }),
    uncovered: t.exposeStringList('uncovered', {
      description: 'Groups in which only people on duty are called, and no one can be reached at present.',
    }),
    staysInside: t.exposeBoolean('staysInside', {
      description:
        'Whether all of these channels only store messages in this program, so that no one would receive an alarm.',
    }),
    blockers: t.stringList({
      description: 'Reasons that prevent it from starting, as keys.',
      resolve: ({ blockers }) => [...blockers],
    }),
  }),
});

const ListeningType = builder.objectRef<Listening>('TriggerListening').implement({
  description: 'A way of a trigger that uses channels.',
  fields: (t) => ({
    way: t.exposeString('way', { description: 'The way: sms, mail or call.' }),
    channels: t.exposeStringList('channels', { description: 'Names of the channels that receive it at present.' }),
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
    description: 'A preview of a start now by a caller who is not a user.',
    complexity: 5_000, // it prepares the whole alarm
    resolve: (trigger, _args, { db, viewer }) => triggerReadiness(db, trigger, viewer?.language),
  }),
  listening: t.field({
    type: [ListeningType],
    description: 'The channels that receive calls, for each way that uses channels.',
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
    description: 'Sets the PIN of a trigger, 6 to 12 digits, and unlocks locked ways. The PIN can never be read.',
    authScopes: { feature: 'manage_trigger' },
    args: {
      id: t.arg.id({ required: true, description: idArg }),
      pin: t.arg.string({ required: true, description: 'The PIN.' }),
    },
    resolve: (_parent, { id, pin }, ctx) => setPin(inPerson(ctx), numberOf('triggers', id), pin),
  }),
  unlockTrigger: t.field({
    type: TriggerRef,
    description: 'Unlocks a way that was locked after wrong PINs.',
    authScopes: { feature: 'manage_trigger' },
    args: {
      id: t.arg.id({ required: true, description: idArg }),
      way: t.arg.string({ required: true, description: 'The way: sms, mail or call.' }),
    },
    resolve: (_parent, { id, way }, ctx) => unlock(inPerson(ctx), numberOf('triggers', id), way),
  }),
}));
