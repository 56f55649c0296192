import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { inPerson, signedIn } from '#server/api/viewer/viewer.ts';
import { checkProvider } from './connection.ts';
import { callbackOf } from './flow.ts';
import { confirmIdentity, type Identity, removeIdentity, waitingIdentities } from './identities.ts';
import {
  createProvider,
  deleteProvider,
  findProvider,
  listProviders,
  type Provider,
  updateProvider,
} from './providers.ts';
import type { GroupRole } from './role-mapping.ts';

const authScopes = { owner: true } as const;

const GroupRoleRef = builder.objectRef<GroupRole>('GroupRole').implement({
  description: 'A group at a provider and the role that its members get.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'The group as the provider writes it.' }),
    role: t.exposeString('role', { description: 'Identifier of the role.' }),
  }),
});

const OidcProviderRef = builder.objectRef<Provider>('OidcProvider').implement({
  description: 'A provider that users sign in with (OpenID Connect).',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('oidc_providers', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    label: t.exposeString('label', { description: 'Its name on the button of the sign-in page.' }),
    issuer: t.exposeString('issuer', { description: 'Its issuer, which never changes.' }),
    clientId: t.exposeString('clientId', { description: 'The name of this installation at the provider.' }),
    hasClientSecret: t.boolean({
      description: 'Whether a secret is stored. The secret itself is never returned.',
      resolve: ({ clientSecret }) => clientSecret !== null,
    }),
    scopes: t.exposeString('scopes', { description: 'The scopes to ask for, separated by spaces.' }),
    groupsClaim: t.exposeString('groupsClaim', {
      description: 'The claim that holds the groups; a dot leads into an object.',
    }),
    roleMap: t.field({
      type: [GroupRoleRef],
      description: 'Roles by group, applied at every sign-in.',
      resolve: ({ roleMap }) => roleMap,
    }),
    ownNetwork: t.exposeBoolean('ownNetwork', { description: 'Whether it may be in the own network.' }),
    checksSecondFactor: t.exposeBoolean('checksSecondFactor', {
      description: 'Whether a sign-in there counts as one with a second factor.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether users can sign in with it.' }),
    callbackUrl: t.string({
      description: 'The redirect address to register at the provider.',
      resolve: (_provider, _args, ctx) => callbackOf(ctx),
    }),
    version: t.exposeInt('version', {
      description: 'Increases with every change. Send it back to detect conflicts.',
    }),
  }),
});

/** UserIdentity: a row of userIdentities with the label of its provider. */
export const UserIdentityRef = builder.objectRef<Identity>('UserIdentity').implement({
  description: 'The link between a user and a person at a provider.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: ({ id }) => idOf('user_identities', id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    provider: t.exposeString('label', { description: 'The label of the provider.' }),
    grantedRoles: t.exposeStringList('grantedRoles', {
      description: 'The roles that the user has only because of the groups at the last sign-in.',
    }),
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was linked; null while an owner has yet to confirm it.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'The last sign-in with it.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When the person first came.' }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user.',
      resolve: ({ userId }, _args, ctx) => loadRow(ctx, 'users', userId),
    }),
  }),
});

const GroupRoleInput = builder.inputType('GroupRoleInput', {
  description: 'A group at a provider and the role that its members get.',
  fields: (t) => ({
    group: t.string({ required: true, description: 'The group as the provider writes it.' }),
    role: t.string({ required: true, description: 'Identifier of the role.' }),
  }),
});

const descriptions = {
  label: 'Its name on the button of the sign-in page.',
  clientId: 'The name of this installation at the provider.',
  clientSecret: 'The secret; empty for a public client.',
  scopes: 'The scopes to ask for, separated by spaces; openid is one of them.',
  groupsClaim: 'The claim that holds the groups; a dot leads into an object.',
  roleMap: 'Roles by group, applied at every sign-in.',
  ownNetwork: 'Whether it may be in the own network.',
  checksSecondFactor: 'Whether a sign-in there counts as one with a second factor.',
  isActive: 'Whether users can sign in with it.',
} as const;

const CreateOidcProviderInput = builder.inputType('CreateOidcProviderInput', {
  description: 'A provider to sign in with.',
  fields: (t) => ({
    issuer: t.string({ required: true, description: 'The issuer, exactly as the provider writes it.' }),
    label: t.string({ required: true, description: descriptions.label }),
    clientId: t.string({ required: true, description: descriptions.clientId }),
    clientSecret: t.string({ description: descriptions.clientSecret }),
    scopes: t.string({ description: descriptions.scopes }),
    groupsClaim: t.string({ description: descriptions.groupsClaim }),
    roleMap: t.field({ type: [GroupRoleInput], description: descriptions.roleMap }),
    ownNetwork: t.boolean({ description: descriptions.ownNetwork }),
    checksSecondFactor: t.boolean({ description: descriptions.checksSecondFactor }),
    isActive: t.boolean({ description: descriptions.isActive }),
  }),
});

const UpdateOidcProviderInput = builder.inputType('UpdateOidcProviderInput', {
  description: 'Changes to a provider; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The provider.' }),
    version: t.int({ description: 'The version the change is based on.' }),
    label: t.string({ description: descriptions.label }),
    clientId: t.string({ description: descriptions.clientId }),
    clientSecret: t.string({ description: `${descriptions.clientSecret} The kept one stays if absent.` }),
    scopes: t.string({ description: descriptions.scopes }),
    groupsClaim: t.string({ description: descriptions.groupsClaim }),
    roleMap: t.field({ type: [GroupRoleInput], description: descriptions.roleMap }),
    ownNetwork: t.boolean({ description: descriptions.ownNetwork }),
    checksSecondFactor: t.boolean({ description: descriptions.checksSecondFactor }),
    isActive: t.boolean({ description: descriptions.isActive }),
  }),
});

builder.queryFields((t) => ({
  oidcProviders: t.field({
    type: [OidcProviderRef],
    description: 'The providers that users sign in with, by label.',
    authScopes,
    complexity: 10,
    resolve: (_parent, _args, ctx) => listProviders(ctx.db),
  }),
  waitingIdentities: t.field({
    type: [UserIdentityRef],
    description:
      'People at a provider whose e-mail address belongs to a user here, until an owner confirms or removes the ' +
      'link: the oldest first, at most 200.',
    authScopes,
    complexity: 50,
    resolve: (_parent, _args, ctx) => waitingIdentities(ctx.db),
  }),
}));

builder.mutationFields((t) => ({
  createOidcProvider: t.field({
    type: OidcProviderRef,
    description: 'Creates a provider to sign in with.',
    authScopes,
    args: { input: t.arg({ type: CreateOidcProviderInput, required: true, description: 'The provider.' }) },
    resolve: (_parent, { input }, ctx) => createProvider(signedIn(ctx), input),
  }),
  updateOidcProvider: t.field({
    type: OidcProviderRef,
    description: 'Changes a provider, or switches it on or off.',
    authScopes,
    args: { input: t.arg({ type: UpdateOidcProviderInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input: { id, ...fields } }, ctx) =>
      updateProvider(signedIn(ctx), numberOf('oidc_providers', id), fields),
  }),
  deleteOidcProvider: t.boolean({
    description: 'Removes a provider and the links to its users. The users and their roles stay.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The provider.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await deleteProvider(signedIn(ctx), numberOf('oidc_providers', id));
      return true;
    },
  }),
  checkOidcProvider: t.boolean({
    description: 'Fetches the metadata of a provider; refused with the reason if that fails.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The provider.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await checkProvider(ctx, await findProvider(ctx.db, numberOf('oidc_providers', id)));
      return true;
    },
  }),
  confirmIdentity: t.boolean({
    description: 'Links a waiting person at a provider to the user with the same e-mail address.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The link.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await confirmIdentity(signedIn(ctx), numberOf('user_identities', id));
      return true;
    },
  }),
  removeIdentity: t.boolean({
    description:
      'Removes a link to a provider: an own one unless it is the last way to sign in; system owners remove anyone’s. ' +
      'Returns false if there is no such link.',
    authScopes: { inPerson: true },
    args: { id: t.arg.id({ required: true, description: 'The link.' }) },
    resolve: (_parent, { id }, ctx) => removeIdentity(inPerson(ctx), numberOf('user_identities', id)),
  }),
}));
