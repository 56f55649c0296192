import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  EventTypeRef,
  IncomingAlertRef,
  IncomingItemRef,
  IncomingSourceRef,
  PersonRef,
  ReportRef,
  type Row,
  UserRef,
} from '#server/api/graphql/types.ts';
import { inPerson } from '#server/api/viewer/viewer.ts';
import type { Context } from '#server/platform/context.ts';
import { following } from '#server/platform/live/topics.ts';
import { findItem, listAlerts, listItems, noticesOf } from './queries.ts';
import { type NewAddress, replaceAddress } from './sources.ts';
import { closeItem, draftFromItem, releaseItem, takeItem } from './take-item.ts';

const sourceOf = async (ctx: Context, { sourceId }: Row<'incomingItems'>) =>
  (await loadRow(ctx, 'incomingSources', sourceId))!;

const NoticeType = builder.objectRef<Row<'incomingNotices'>>('IncomingNotice').implement({
  description: 'A person on duty who was notified of an item that nobody took.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was their turn.' }),
    hasAddress: t.exposeBoolean('hasAddress', {
      description: 'Whether a channel reaches them; otherwise they were passed over.',
    }),
  }),
});

IncomingAlertRef.implement({
  description: 'An alert of a monitoring, or a CAP message, that belongs to an item.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('incoming_alerts', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Its title.' }),
    text: t.exposeString('text', { description: 'Its description with labels, or the type of the CAP message.' }),
    state: t.exposeString('state', {
      description: 'open, closed (it no longer fires), or missing (a CAP message refers to it, but it never came).',
    }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it began, or when the CAP message was sent.',
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When it last changed here.' }),
  }),
});

IncomingItemRef.implement({
  description: 'An item from a program outside that is to be noticed.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('incoming_items', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    version: t.exposeInt('version', { description: 'Changes with every change of the item.' }),
    sourceName: t.string({
      description: 'The name of its source.',
      resolve: async (row, _args, ctx) => (await sourceOf(ctx, row)).name,
    }),
    kind: t.string({
      description: 'Its format: cap or alertmanager.',
      resolve: async (row, _args, ctx) => (await sourceOf(ctx, row)).kind,
    }),
    eventType: t.field({
      type: EventTypeRef,
      nullable: true,
      description: 'The event type that its source suggests for a draft.',
      resolve: async (row, _args, ctx) => {
        const type = await loadRow(ctx, 'eventTypes', (await sourceOf(ctx, row)).eventTypeId);
        return type?.isActive ? type : null;
      },
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    text: t.exposeString('text', { description: 'Its words; of several alerts those of the first.' }),
    severity: t.exposeString('severity', { nullable: true, description: 'The severity, as the source calls it.' }),
    lacksReference: t.exposeBoolean('lacksReference', {
      description: 'Whether it refers to an alert that never came.',
    }),
    alertCount: t.exposeInt('alerts', { description: 'How many alerts or messages belong to it.' }),
    openAlertCount: t.exposeInt('openAlerts', { description: 'How many of its alerts still fire; 0 for CAP.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'When it came.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When its source last changed it.' }),
    nextNoticeAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next person on duty is notified; null if it is taken or closed, or nobody is left.',
      resolve: async (row, _args, ctx) =>
        row.nobodyLeftAt || (await sourceOf(ctx, row)).groupId === null ? null : row.nextNoticeAt,
    }),
    nobodyLeftAt: t.expose('nobodyLeftAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nobody is left to notify.',
    }),
  }),
});

builder.objectFields(IncomingItemRef, (t) => ({
  takenBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who is responsible.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.takenBy),
  }),
  takenAt: t.expose('takenAt', { type: 'DateTime', nullable: true, description: 'When the user took it.' }),
  closedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who closed it; null if its source did.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.closedBy),
  }),
  closedAt: t.expose('closedAt', { type: 'DateTime', nullable: true, description: 'When it was closed.' }),
  report: t.field({
    type: ReportRef,
    nullable: true,
    description: 'The alarm that was prepared from it; null if it or its event was deleted.',
    resolve: async (row, _args, ctx) => {
      const report = await loadRow(ctx, 'reports', row.reportId);
      const event = report?.isActive ? await loadRow(ctx, 'events', report.eventId) : null;
      return event?.isActive ? report : null;
    },
  }),
  notices: t.field({
    type: [NoticeType],
    description: 'The people on duty who were notified since it last began to wait.',
    complexity: 5,
    resolve: (row, _args, ctx) => noticesOf(ctx, row.id),
  }),
  alerts: t.field({
    type: connectionOf(IncomingAlertRef),
    description: 'Its alerts or messages, newest first.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listAlerts(ctx, row.id, args),
  }),
}));

builder.objectFields(IncomingSourceRef, (t) => ({
  addressSetAt: t.expose('addressSetAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it got its secret address; null without one.',
  }),
  receivedAt: t.expose('receivedAt', { type: 'DateTime', nullable: true, description: 'When it last sent something.' }),
  refusedAt: t.expose('refusedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its newest refused message came.',
  }),
  refusal: t.exposeString('refusal', { nullable: true, description: 'Why that message was refused, as a key.' }),
}));

const AddressType = builder.objectRef<NewAddress>('IncomingAddress').implement({
  description: 'The new secret address of a source.',
  fields: (t) => ({
    source: t.field({ type: IncomingSourceRef, description: 'The source.', resolve: ({ source }) => source }),
    url: t.exposeString('url', { description: 'The address. It is shown only once.' }),
  }),
});

const taking = { feature: 'take_incoming' } as const;

builder.queryFields((t) => ({
  incomingItems: t.field({
    type: connectionOf(IncomingItemRef),
    description: 'Items from programs outside, newest first.',
    authScopes: taking,
    args: {
      isOpen: t.arg.boolean({ description: 'Only open ones, or only closed ones.' }),
      isTaken: t.arg.boolean({ description: 'Only those that a user took, or only the others.' }),
      ...pageArgs(t.arg),
    },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listItems(ctx, args),
  }),
  incomingItem: t.field({
    type: IncomingItemRef,
    nullable: true,
    description: 'An item from a program outside; null if it does not exist.',
    authScopes: taking,
    args: { id: t.arg.id({ required: true, description: 'The item.' }) },
    resolve: (_parent, { id }, ctx) => findItem(ctx.db, numberOf('incoming_items', id)),
  }),
}));

builder.subscriptionField('incomingItemsChanged', (t) =>
  t.boolean({
    description: 'Emits true at once, and each time an item from outside comes or changes.',
    authScopes: taking,
    subscribe: () => following('incoming'),
    resolve: () => true,
  }),
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The item.' });
  const version = t.arg.int({ description: 'The version of the item that was read; absent: any.' });
  return {
    takeIncomingItem: t.field({
      type: IncomingItemRef,
      description: 'Makes you responsible for an item. Of several users, the first one succeeds.',
      authScopes: taking,
      args: { id },
      resolve: (_parent, args, ctx) => takeItem(inPerson(ctx), numberOf('incoming_items', args.id)),
    }),
    releaseIncomingItem: t.field({
      type: IncomingItemRef,
      description: 'Lets a taken or closed item wait for a person again.',
      authScopes: taking,
      args: { id, version },
      resolve: (_parent, args, ctx) => releaseItem(inPerson(ctx), numberOf('incoming_items', args.id), args.version),
    }),
    closeIncomingItem: t.field({
      type: IncomingItemRef,
      description: 'Closes an item that needs nothing more.',
      authScopes: taking,
      args: { id, version },
      resolve: (_parent, args, ctx) => closeItem(inPerson(ctx), numberOf('incoming_items', args.id), args.version),
    }),
    draftFromIncomingItem: t.field({
      type: IncomingItemRef,
      description:
        'Prepares the activation of an event type with the words of an item, as a draft, and makes you responsible. ' +
        'Nothing is sent. Again, it returns the item with the draft that exists.',
      authScopes: { feature: 'draft_incoming' },
      args: { id, eventType: t.arg.id({ required: true, description: 'The event type.' }) },
      resolve: async (_parent, args, ctx) => {
        const eventType = numberOf('event_types', args.eventType);
        return (await draftFromItem(inPerson(ctx), numberOf('incoming_items', args.id), eventType)).item;
      },
    }),
    replaceIncomingAddress: t.field({
      type: AddressType,
      description: 'Gives a source a new secret address. The former one stops working at once.',
      authScopes: { feature: 'manage_incoming' },
      args: { id: t.arg.id({ required: true, description: 'The source.' }) },
      resolve: (_parent, args, ctx) => replaceAddress(inPerson(ctx), numberOf('incoming_sources', args.id)),
    }),
  };
});
