import { checkLogs } from '#server/alerting/event-log/log.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import {
  EventRef,
  EventStatusRef,
  EventTypeRef,
  LocationRef,
  ReportRef,
  SituationReportRef,
  UserRef,
} from '#server/api/graphql/types.ts';
import { LogSealRef } from '#server/api/seal-fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { SealReport } from '#server/platform/seals/check.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { EventMode } from '#shared/event-mode.ts';
import { listActivationsOf, listReportsOf, listSituationReportsOf } from './queries.ts';

/** EventMode in the API. */
export const EventModeEnum = builder.enumType('EventMode', {
  description: 'Whether an event is real. Messages of an exercise or a test never reach a provider.',
  values: {
    LIVE: { description: 'The real thing.' },
    EXERCISE: { description: 'An exercise; everything is marked ÜBUNG / EXERCISE.' },
    TEST: { description: 'A technical test; treated like an exercise.' },
  } as const,
});

EventStatusRef.implement({
  description: 'Status of an event: draft, published or archived.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('event_statuses', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.string({
      description: 'Its name in the language of the signed-in user.',
      resolve: (row, _args, ctx) => readIn(row, 'name', ctx.viewer?.language),
    }),
    nameDe: t.exposeString('name', { description: 'Its German name.' }),
    nameEn: t.exposeString('nameEn', {
      nullable: true,
      description: 'Its English name; null if the German name is used.',
    }),
    identifier: t.exposeString('identifier', { description: 'draft, published or archived; never changes.' }),
  }),
});

EventRef.implement({
  description: 'A crisis or incident with its reports, situation reports and log.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('events', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { nullable: true, description: 'A description of the event.' }),
    eventDate: t.expose('eventDate', { type: 'DateTime', description: 'When it happened.' }),
    isRunning: t.exposeBoolean('isRunning', { description: 'Whether it is running.' }),
    isActive: t.exposeBoolean('isActive', { description: 'False once it is deleted.' }),
    mode: t.field({
      type: EventModeEnum,
      description: 'Live, exercise or test; fixed when the event is created.',
      resolve: (row) => row.mode as EventMode,
    }),
    location: t.field({
      type: LocationRef,
      nullable: true,
      description: 'Where it happened.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'locations', row.locationId),
    }),
    place: t.exposeString('place', {
      nullable: true,
      description: 'Where it happened in free words, where no location fits.',
    }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who created it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.insertedBy),
    }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was created.' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it was finished.' }),
    eventType: t.field({
      type: EventTypeRef,
      nullable: true,
      description: 'The event type.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'eventTypes', row.eventTypeId),
    }),
    activationEventType: t.field({
      type: EventTypeRef,
      nullable: true,
      description: 'The event type that the crisis team was called in for; null if it was not called in.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'eventTypes', row.activationEventTypeId),
    }),
    eventStatus: t.field({
      type: EventStatusRef,
      description: 'Draft, published or archived.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'eventStatuses', row.eventStatusId))!,
    }),
  }),
});

builder.objectFields(EventRef, (t) => ({
  situationReports: t.field({
    type: connectionOf(SituationReportRef),
    description: 'Its situation reports, newest first.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listSituationReportsOf(ctx, row.id, args),
  }),
  reports: t.field({
    type: connectionOf(ReportRef),
    description: 'Its reports, newest first.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listReportsOf(ctx, row.id, args),
  }),
  activations: t.field({
    type: connectionOf(ReportRef),
    description:
      'Its activations that were sent or submitted, newest first. Use them to see whether the goals are met.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listActivationsOf(ctx, row.id, args),
  }),
  logIntact: t.boolean({
    description:
      'Whether the log is unchanged: the chain of hashes is valid, and all sealed entries are present. Also false ' +
      'if the seals of the whole installation are missing. `logSeal` returns how far it is sealed.',
    complexity: 20,
    resolve: async (row, _args, ctx) => (await sealOf(ctx, row.id)).isIntact,
  }),
  logSeal: t.field({
    type: LogSealRef,
    description: 'How far seals protect the log.',
    complexity: 20,
    resolve: (row, _args, ctx) => sealOf(ctx, row.id),
  }),
}));

async function sealOf({ loaders, secrets }: Context, eventId: number): Promise<SealReport> {
  const check = (ids: number[], db: Context['db']) => checkLogs({ db, secrets }, ids);
  return (await loader<number, SealReport>(loaders, 'event.seal', check).load(eventId))!;
}
