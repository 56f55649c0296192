import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { createScimToken, revokeScimToken, type ScimToken } from './scim-tokens.ts';

const authScopes = { feature: 'manage_system_setup' } as const;

/** A token of a SCIM client in the API. */
export const ScimTokenRef = builder.objectRef<ScimToken>('ScimToken').implement({
  description: 'A token by which a SCIM client connects. The token itself is never returned again.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('scim_tokens', id) }),
    prefix: t.exposeString('prefix', { description: 'Its first characters after scim_.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was issued.' }),
    usedAt: t.expose('usedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
  }),
});

const CreatedScimTokenRef = builder.objectRef<{ token: string; row: ScimToken }>('CreatedScimToken').implement({
  description: 'A new token of a SCIM client.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token. It is shown only this once.' }),
    scimToken: t.field({ type: ScimTokenRef, description: 'Its row.', resolve: ({ row }) => row }),
  }),
});

builder.mutationFields((t) => ({
  createScimToken: t.field({
    type: CreatedScimTokenRef,
    description: 'Issues a token for the client of a SCIM directory.',
    authScopes,
    args: { directory: t.arg.id({ required: true, description: 'The directory.' }) },
    resolve: (_parent, { directory }, ctx) => createScimToken(signedIn(ctx), numberOf('directories', directory)),
  }),
  revokeScimToken: t.field({
    type: ScimTokenRef,
    description: 'Revokes a token. Its client gets no further answer.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The token.' }) },
    resolve: (_parent, { id }, ctx) => revokeScimToken(signedIn(ctx), numberOf('scim_tokens', id)),
  }),
}));
