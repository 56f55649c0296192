import { checkAudit } from '#server/api/audit/audit.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { listPage } from '#server/api/graphql/page.ts';
import { type Row, UserRef } from '#server/api/graphql/types.ts';
import { LogSealRef } from '#server/api/seal-fields.ts';
import { auditQuery, auditSources } from './queries.ts';

type Entry = Row<'auditEntries'>;

const AuditEntry = builder.objectRef<Entry>('AuditEntry').implement({
  description: 'One change of the administration; entries are never changed or removed.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (entry) => idOf('audit_entries', entry.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of the change.' }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who made the change; null if the program did.',
      resolve: (entry, _args, ctx) => loadRow(ctx, 'users', entry.byUserId),
    }),
    action: t.exposeString('action', { description: 'create, update, switch_off or remove.' }),
    type: t.exposeString('type', { description: 'API type of what changed, e.g. "Location".' }),
    rowId: t.exposeInt('rowId', { nullable: true, description: 'Number of what changed.' }),
    label: t.exposeString('label', { description: 'The name of the changed row at that time.' }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'The changed values before the change.' }),
    after: t.expose('after', { type: 'JSON', nullable: true, description: 'The changed values after the change.' }),
    hash: t.exposeString('hash', { description: 'SHA-256 over the previous entry and this one.' }),
  }),
});

const AuditSources = builder.objectRef<Awaited<ReturnType<typeof auditSources>>>('AuditSources').implement({
  description: 'The types and users in the audit log, to filter it by.',
  fields: (t) => ({
    types: t.exposeStringList('types', { description: 'API types that were changed.' }),
    users: t.field({ type: [UserRef], description: 'Users who changed something.', resolve: ({ users }) => users }),
  }),
});

const authScopes = { feature: 'view_audit_log' } as const;

builder.queryFields((t) => ({
  auditEntries: t.field({
    type: connectionOf(AuditEntry),
    description:
      'The audit log of the administration, newest entry first. For CSV or a workbook, use the same arguments with ' +
      'GET /api/v2/audit_entries.csv, .xlsx.',
    authScopes,
    args: {
      ...pageArgs(t.arg),
      search: t.arg.string({ description: 'Words in the type, name, user or values.' }),
      type: t.arg.string({ description: 'Only changes of this API type.' }),
      rowId: t.arg.int({ description: 'Only changes of the row with this number.' }),
      action: t.arg.string({ description: 'Only create, update, switch_off or remove.' }),
      by: t.arg.id({ description: 'Only changes by this user.' }),
      from: t.arg({ type: 'DateTime', description: 'Only changes from this moment on.' }),
      to: t.arg({ type: 'DateTime', description: 'Only changes before this moment.' }),
    },
    complexity: pageCost,
    resolve: (_parent, { by, ...args }, ctx) => {
      const query = auditQuery({ ...args, byUserId: optionalNumberOf('users', by) });
      return listPage<Entry>(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
    },
  }),
  auditSources: t.field({
    type: AuditSources,
    description: 'The types and users in the audit log.',
    authScopes,
    resolve: (_parent, _args, ctx) => auditSources(ctx.db),
  }),
  auditEntry: t.field({
    type: AuditEntry,
    nullable: true,
    description: 'One entry of the audit log.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The entry.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'auditEntries', numberOf('audit_entries', id)),
  }),
  auditIntact: t.boolean({
    description:
      'Whether the audit log is unchanged: every entry matches its hash and continues the previous one, and all ' +
      'sealed entries are present. Also false if the seals of the whole installation are missing.',
    authScopes,
    resolve: async (_parent, _args, ctx) => (await checkAudit(ctx)).isIntact,
  }),
  auditSeal: t.field({
    type: LogSealRef,
    description: 'How far seals protect the audit log.',
    authScopes,
    resolve: (_parent, _args, ctx) => checkAudit(ctx),
  }),
}));
