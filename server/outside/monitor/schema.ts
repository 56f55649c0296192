import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { MonitorLinkRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import { hoursAfterEnd } from '#shared/monitor.ts';
import { createLink, listLinks, revokeLink } from './links.ts';

MonitorLinkRef.implement({
  description:
    'A link that shows an event’s monitor to anyone who has it, without an account. It ends when it is revoked, or ' +
    `${hoursAfterEnd} hours after the event.`,
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('monitor_links', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number, as shown in the log.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was created.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who created it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.insertedBy),
    }),
    usedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a monitor last used it, to the minute; null if it was never used.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const NewMonitorLink = builder.objectRef<{ link: Row<'monitorLinks'>; address: string }>('NewMonitorLink').implement({
  description: 'A link that was just created.',
  fields: (t) => ({
    link: t.field({ type: MonitorLinkRef, description: 'The link.', resolve: ({ link }) => link }),
    address: t.exposeString('address', {
      description:
        'The address to open; shown only in this response. Its secret follows the #, which browsers do not send.',
    }),
  }),
});

builder.queryField('monitorLinks', (t) =>
  t.field({
    type: [MonitorLinkRef],
    description: 'The valid links to an event’s monitor, newest first.',
    authScopes: { feature: 'edit_event' },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => listLinks(ctx.db, numberOf('events', event)),
  }),
);

builder.mutationFields((t) => ({
  createMonitorLink: t.field({
    type: NewMonitorLink,
    description: 'Creates a link to the monitor of a running event.',
    authScopes: { feature: 'edit_event' },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => createLink(ctx, numberOf('events', event)),
  }),
  revokeMonitorLink: t.field({
    type: MonitorLinkRef,
    description: 'Ends a link at once, including for open monitors.',
    authScopes: { feature: 'edit_event' },
    args: { id: t.arg.id({ required: true, description: 'The link.' }) },
    resolve: (_parent, { id }, ctx) => revokeLink(ctx, numberOf('monitor_links', id)),
  }),
}));
