import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { MonitorLinkRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import { hoursAfterEnd } from '#shared/monitor.ts';
import { createLink, listLinks, revokeLink } from './links.ts';

MonitorLinkRef.implement({
  description: `A link that shows an event’s monitor to whoever has it, without an account; it ends with its revocation, or ${hoursAfterEnd} hours after the event.`,
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('monitor_links', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number, as the log names it.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was made.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who made it.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.insertedBy),
    }),
    usedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a monitor last showed something by it, to the minute; empty before the first time.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const NewMonitorLink = builder.objectRef<{ link: Row<'monitorLinks'>; address: string }>('NewMonitorLink').implement({
  description: 'A link that was just made.',
  fields: (t) => ({
    link: t.field({ type: MonitorLinkRef, description: 'The link.', resolve: ({ link }) => link }),
    address: t.exposeString('address', {
      description: 'What to open; told this once. Its secret stands behind the #, which browsers send to nobody.',
    }),
  }),
});

builder.queryField('monitorLinks', (t) =>
  t.field({
    type: [MonitorLinkRef],
    description: 'The links to an event’s monitor that hold, newest first.',
    authScopes: { feature: 'edit_event' },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => listLinks(ctx.db, numberOf('events', event)),
  }),
);

builder.mutationFields((t) => ({
  createMonitorLink: t.field({
    type: NewMonitorLink,
    description: 'Makes a link to the monitor of a running event.',
    authScopes: { feature: 'edit_event' },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => createLink(ctx, numberOf('events', event)),
  }),
  revokeMonitorLink: t.field({
    type: MonitorLinkRef,
    description: 'Ends a link at once, also for the monitors that are open by it.',
    authScopes: { feature: 'edit_event' },
    args: { id: t.arg.id({ required: true, description: 'The link.' }) },
    resolve: (_parent, { id }, ctx) => revokeLink(ctx, numberOf('monitor_links', id)),
  }),
}));
