import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, EventStatusRef, LocationRef } from '#server/api/graphql/types.ts';
import { limits } from '#shared/limits.ts';
import { findEvent, listEventStatuses, listEvents, listPlaces, mostPlaces, searchEvents } from './queries.ts';

builder.queryFields((t) => ({
  events: t.field({
    type: connectionOf(EventRef),
    description: 'Events, newest first; deleted ones are left out.',
    authScopes: { signedIn: true },
    args: {
      ...pageArgs(t.arg, limits.eventsPage),
      isRunning: t.arg.boolean({ description: 'Only running ones, or only those that are not.' }),
      eventStatus: t.arg.stringList({ description: 'Only these statuses: draft, published, archived.' }),
      name: t.arg.string({ description: 'Part of the name.' }),
    },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listEvents(ctx, args),
  }),
  searchEvents: t.field({
    type: connectionOf(EventRef),
    description:
      'Events that contain every word in name, description, type or location, including archived ones; newest first.',
    authScopes: { signedIn: true },
    args: { search: t.arg.string({ required: true, description: 'One or more words.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { search, ...args }, ctx) => searchEvents(ctx, search, args),
  }),
  event: t.field({
    type: EventRef,
    nullable: true,
    description: 'An event; null if it does not exist or is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { id }, ctx) => findEvent(ctx, numberOf('events', id)),
  }),
  eventPlaces: t.field({
    type: [LocationRef],
    description: `Places where events can happen, the most recently used first; at most ${mostPlaces}.`,
    authScopes: { signedIn: true },
    complexity: { field: 1, multiplier: mostPlaces },
    resolve: (_parent, _args, ctx) => listPlaces(ctx),
  }),
  eventStatuses: t.field({
    type: connectionOf(EventStatusRef),
    description: 'All event statuses.',
    authScopes: { signedIn: true },
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listEventStatuses(ctx, args),
  }),
  eventStatus: t.field({
    type: EventStatusRef,
    nullable: true,
    description: 'One event status.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The status.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'eventStatuses', numberOf('event_statuses', id)),
  }),
}));
