import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { EventRef, EventStatusRef, LogEntryRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { createEvent } from './create.ts';
import { addLogEntry } from './notes.ts';
import { renameEventStatus } from './rename-status.ts';
import { EventModeEnum } from './schema.ts';
import { archiveEvent, continueEvent, deleteEvent, finishEvent, restoreEvent } from './steps.ts';
import { updateEvent } from './update.ts';

const CreateEventInput = builder.inputType('CreateEventInput', {
  description: 'A new event.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    description: t.string({ description: 'A description of the event.' }),
    eventDate: t.field({ type: 'DateTime', description: 'When it happened; now when absent.' }),
    eventType: t.id({ description: 'The event type.' }),
    location: t.id({
      description: 'Where it happened; absent: the event type’s location, unless a place is given.',
    }),
    place: t.string({ description: 'Where it happened in free words, instead of a location.' }),
    mode: t.field({ type: EventModeEnum, description: 'LIVE when absent; cannot be changed later.' }),
    isRunning: t.boolean({ description: 'Start it at once; a draft when absent.' }),
  }),
});

const UpdateEventInput = builder.inputType('UpdateEventInput', {
  description: 'Changes to an event; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The event.' }),
    name: t.string({ description: 'Its name.' }),
    description: t.string({ description: 'A description of the event.' }),
    eventDate: t.field({ type: 'DateTime', description: 'When it happened.' }),
    eventType: t.id({ description: 'The event type.' }),
    location: t.id({ description: 'Where it happened; replaces the place.' }),
    place: t.string({ description: 'Where it happened in free words; replaces the location.' }),
    eventStatus: t.string({
      description:
        'draft → published starts it. Archiving and restoring need archive_event. Any other change is refused.',
    }),
  }),
});

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The event.' });
  return {
    createEvent: t.field({
      type: EventRef,
      description: 'Creates an event, as a draft or running.',
      authScopes: { feature: 'edit_event' },
      args: { input: t.arg({ type: CreateEventInput, required: true, description: 'The event.' }) },
      resolve: (_parent, { input }, ctx) =>
        createEvent(ctx, {
          ...input,
          eventType: optionalNumberOf('event_types', input.eventType),
          location: optionalNumberOf('locations', input.location),
        }),
    }),
    updateEvent: t.field({
      type: EventRef,
      description: 'Changes an event that is not archived.',
      authScopes: { feature: 'edit_event' },
      args: { input: t.arg({ type: UpdateEventInput, required: true, description: 'The changes.' }) },
      resolve: (_parent, { input }, ctx) =>
        updateEvent(ctx, {
          ...input,
          name: input.name ?? undefined,
          id: numberOf('events', input.id),
          eventType: optionalNumberOf('event_types', input.eventType),
          location: optionalNumberOf('locations', input.location),
        }),
    }),
    finishEvent: t.field({
      type: EventRef,
      description: 'Running → finished. Cancels messages that have not left yet.',
      authScopes: { feature: 'finish_event' },
      args: { id },
      resolve: (_parent, args, ctx) => finishEvent(ctx, numberOf('events', args.id)),
    }),
    continueEvent: t.field({
      type: EventRef,
      description: 'Finished → running.',
      authScopes: { feature: 'continue_event' },
      args: { id },
      resolve: (_parent, args, ctx) => continueEvent(ctx, numberOf('events', args.id)),
    }),
    archiveEvent: t.field({
      type: EventRef,
      description: 'Draft or finished → archived (read-only); refused while it runs.',
      authScopes: { feature: 'archive_event' },
      args: { id },
      resolve: (_parent, args, ctx) => archiveEvent(ctx, numberOf('events', args.id)),
    }),
    restoreEvent: t.field({
      type: EventRef,
      description: 'Archived → finished.',
      authScopes: { feature: 'archive_event' },
      args: { id },
      resolve: (_parent, args, ctx) => restoreEvent(ctx, numberOf('events', args.id)),
    }),
    deleteEvent: t.field({
      type: EventRef,
      description: 'Removes an event from every list. Refused while it runs.',
      authScopes: { feature: 'delete_event' },
      args: { id },
      resolve: (_parent, args, ctx) => deleteEvent(ctx, numberOf('events', args.id)),
    }),
  };
});

builder.mutationField('addLogEntry', (t) =>
  t.field({
    type: LogEntryRef,
    description: 'Writes into an event’s log by hand.',
    authScopes: { feature: 'write_event_log' },
    args: {
      event: t.arg.id({ required: true, description: 'The event.' }),
      text: t.arg.string({ required: true, description: 'The text of the entry.' }),
      key: t.arg.string({
        description: 'Identifies the intent: a repeated request with the same key and text writes the entry only once.',
      }),
      happenedAt: t.arg({ type: 'DateTime', description: 'When it happened, not in the future; now when absent.' }),
      corrects: t.arg.id({
        description: 'The entry of the same event that it corrects. That entry stays unchanged.',
      }),
    },
    resolve: (_parent, { event, corrects, ...note }, ctx) =>
      addLogEntry(ctx, {
        ...note,
        eventId: numberOf('events', event),
        corrects: optionalNumberOf('log_entries', corrects),
      }),
  }),
);

builder.mutationField('updateEventStatus', (t) =>
  t.field({
    type: EventStatusRef,
    description: 'Renames an event status. The set of statuses and their meaning cannot change.',
    authScopes: { feature: 'manage_system_setup' },
    args: {
      id: t.arg.id({ required: true, description: 'The status.' }),
      name: t.arg.string({ required: true, description: 'Its German name.' }),
      nameEn: t.arg.string({ description: 'Its English name; if empty, the German name is used.' }),
    },
    resolve: (_parent, { id, ...names }, ctx) =>
      renameEventStatus(signedIn(ctx), numberOf('event_statuses', id), names),
  }),
);
