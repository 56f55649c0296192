import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { type Row, UserRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { featuresOf } from '#shared/permissions.ts';
import { createApiKey, revokeApiKey, updateApiKey } from './keys.ts';
import { listApiKeys } from './queries.ts';

type Key = Row<'apiKeys'>;

const authScopes = { feature: 'manage_system_setup' } as const;
const makerOf = (key: Key, ctx: Parameters<typeof loadRow>[0]) => loadRow(ctx, 'users', key.insertedBy);

const ApiKey = builder.objectRef<Key>('ApiKey').implement({
  description: 'A key with which other programs use the API as the user who created it, with fewer rights.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (key) => idOf('api_keys', key.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'The purpose of the key.' }),
    prefix: t.exposeString('prefix', { description: 'The part between mk_ and the secret, to recognise the key.' }),
    scopes: t.exposeStringList('scopes', { description: 'The features of the key.' }),
    effectiveScopes: t.stringList({
      description:
        'The features of the key that its creator has at present; the key can use only these. Empty if the creator ' +
        'is inactive.',
      resolve: async (key, _args, ctx) => {
        const maker = await makerOf(key, ctx);
        const held = maker?.isActive ? featuresOf(maker.roles) : [];
        return held.filter((feature) => key.scopes.includes(feature) && keyFeatures.includes(feature));
      },
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Last request, to within five minutes.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was created.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who created it; the key acts as this user.',
      resolve: (key, _args, ctx) => makerOf(key, ctx),
    }),
  }),
});

const NewApiKey = builder.objectRef<{ apiKey: Key; key: string }>('NewApiKey').implement({
  description: 'A key that was just created.',
  fields: (t) => ({
    apiKey: t.field({ type: ApiKey, description: 'The stored data of the key.', resolve: ({ apiKey }) => apiKey }),
    key: t.exposeString('key', { description: 'The key itself, mk_…; shown only in this response.' }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'A key to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The purpose of the key.' }),
    scopes: t.stringList({ required: true, description: 'Features; only those that the user has.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends; absent: never.' }),
  }),
});

const UpdateApiKeyInput = builder.inputType('UpdateApiKeyInput', {
  description: 'Changes to a key; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The key.' }),
    name: t.string({ description: 'The purpose of the key.' }),
    scopes: t.stringList({ description: 'All features of the key after the change.' }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it ends; null for never.' }),
  }),
});

builder.queryField('apiKeys', (t) =>
  t.field({
    type: connectionOf(ApiKey),
    description: 'The API keys, the newest first; revoked ones too.',
    authScopes,
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listApiKeys(ctx, args),
  }),
);

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewApiKey,
    description:
      'Creates a key that acts as the signed-in user: `Authorization: Bearer mk_…`. Only this response contains the ' +
      'key.',
    authScopes,
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key.' }) },
    resolve: (_parent, { input }, ctx) => createApiKey(signedIn(ctx), input),
  }),
  updateApiKey: t.field({
    type: ApiKey,
    description:
      'Changes the name, scopes or end of a key. The change takes effect at once, and open streams of the key end.',
    authScopes,
    args: { input: t.arg({ type: UpdateApiKeyInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input: { id, ...fields } }, ctx) =>
      updateApiKey(signedIn(ctx), numberOf('api_keys', id), fields),
  }),
  revokeApiKey: t.field({
    type: ApiKey,
    description: 'Ends a key and its open streams at once. This cannot be undone.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The key.' }) },
    resolve: (_parent, { id }, ctx) => revokeApiKey(signedIn(ctx), numberOf('api_keys', id)),
  }),
}));
