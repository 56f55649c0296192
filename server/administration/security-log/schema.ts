import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { listPage } from '#server/api/graphql/page.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { findSecurityEntry, type NamedSecurityEntry, securityQuery, securityUsers } from './queries.ts';

const SecurityEntry = builder.objectRef<NamedSecurityEntry>('SecurityEntry').implement({
  description: 'An event that concerns security. Frequent events within a short time form one entry with a count.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (entry) => idOf('security_entries', entry.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'The time. If the entry counts several events, the first time.',
    }),
    lastAt: t.expose('lastAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last time; null if it happened once.',
    }),
    count: t.exposeInt('count', { description: 'How often.' }),
    kind: t.exposeString('kind', { description: 'The kind of event, e.g. "sign_in" or "denied".' }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who did it, or whose account was tried; null if there is no known user.',
      resolve: (entry, _args, ctx) => loadRow(ctx, 'users', entry.userId),
    }),
    apiKey: t.exposeString('keyName', { nullable: true, description: 'Name of the API key it was done with.' }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'IPv4 address, or the /64 of an IPv6 one; null when the program did it.',
    }),
    what: t.exposeString('what', { nullable: true, description: 'The operation, path or kind of change.' }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Why it was refused, how it was done, or which fields changed.',
    }),
    subjectType: t.exposeString('subjectType', {
      nullable: true,
      description: 'The type of the affected row: User, ApiKey, SystemSetting, Roster (its group) or Event.',
    }),
    subjectId: t.exposeInt('subjectId', { nullable: true, description: 'The number of the affected row.' }),
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      description: 'The current name of the affected row.',
    }),
  }),
});

const authScopes = { feature: 'view_audit_log' } as const;

builder.queryFields((t) => ({
  securityEntries: t.field({
    type: connectionOf(SecurityEntry),
    description:
      'The security log, newest entry first. For CSV or a workbook, use the same arguments with GET ' +
      '/api/v2/security_entries.csv, .xlsx.',
    authScopes,
    args: {
      ...pageArgs(t.arg),
      search: t.arg.string({ description: 'Words in the operation, detail, network or names.' }),
      kind: t.arg.string({ description: 'Only of this kind.' }),
      user: t.arg.id({ description: 'Only entries by or about this user.' }),
      network: t.arg.string({ description: 'Only entries from this network, or from networks that begin with it.' }),
      from: t.arg({ type: 'DateTime', description: 'Only entries from this moment on.' }),
      to: t.arg({ type: 'DateTime', description: 'Only entries before this moment.' }),
    },
    complexity: pageCost,
    resolve: (_parent, { user, ...args }, ctx) => {
      const query = securityQuery({ ...args, userId: optionalNumberOf('users', user) });
      return listPage<NamedSecurityEntry>(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
    },
  }),
  securityEntry: t.field({
    type: SecurityEntry,
    nullable: true,
    description: 'One entry of the security log.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The entry.' }) },
    resolve: (_parent, { id }, ctx) => findSecurityEntry(ctx.db, numberOf('security_entries', id)),
  }),
  securityUsers: t.field({
    type: [UserRef],
    description: 'The users in the security log.',
    authScopes,
    resolve: (_parent, _args, ctx) => securityUsers(ctx.db),
  }),
}));
