import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { wholePage } from '#server/api/graphql/page.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { featuresOf, type Role, roles } from '#shared/permissions.ts';
import './own-channel-fields.ts';
import './own-mutations.ts';
import './devices/fields.ts';
import './warnings/fields.ts';
import '#server/accounts/totp/mutation-fields.ts';
import './user-mutations.ts';
import './user-type.ts';
import { inSession } from '#server/api/viewer/viewer.ts';
import { textIn } from '#shared/label.ts';
import { roleNames } from '#shared/role-names.ts';

const numberedRoles = roles.map((role, index) => ({ role, number: index + 1 }));

const SecurityRoleRef = builder.objectRef<{ role: Role; number: number }>('SecurityRole').implement({
  description: 'A role that users may hold.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ number }) => idOf('security_roles', number) }),
    _id: t.exposeInt('number', { description: 'Its number.' }),
    identifier: t.exposeString('role', { description: 'Its fixed name.' }),
    name: t.string({
      description: 'Its name in the language of the signed-in user.',
      resolve: ({ role }, _args, ctx) => textIn(roleNames[role], ctx.viewer?.language),
    }),
    features: t.stringList({ description: 'The features it grants.', resolve: ({ role }) => featuresOf([role]) }),
  }),
});

builder.queryFields((t) => ({
  currentUser: t.field({
    type: UserRef,
    description: 'The signed-in user.',
    authScopes: { session: true },
    resolve: async (_parent, _args, ctx) => (await loadRow(ctx, 'users', inSession(ctx).viewer.id))!,
  }),
  user: t.field({
    type: UserRef,
    nullable: true,
    description: 'One user.',
    authScopes: { anyFeature: ['manage_user', 'edit_user'] },
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'users', numberOf('users', id)),
  }),
  securityRoles: t.field({
    type: connectionOf(SecurityRoleRef),
    description: 'All roles.',
    authScopes: { signedIn: true },
    resolve: () => wholePage(numberedRoles),
  }),
  securityRole: t.field({
    type: SecurityRoleRef,
    nullable: true,
    description: 'One role.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The role.' }) },
    resolve: (_parent, { id }) => numberedRoles[numberOf('security_roles', id) - 1] ?? null,
  }),
}));
