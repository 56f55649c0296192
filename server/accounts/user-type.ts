import { PasskeyRef } from '#server/accounts/passkeys/fields.ts';
import { listPasskeys, type Passkey } from '#server/accounts/passkeys/passkeys.ts';
import { type Identity, listIdentities } from '#server/accounts/single-sign-on/identities.ts';
import { UserIdentityRef } from '#server/accounts/single-sign-on/schema.ts';
import { codesLeft } from '#server/accounts/totp/recovery-codes.ts';
import { usersWithFactor, usersWithTotp } from '#server/accounts/totp/second-factor.ts';
import { listTrustedDevices, type TrustedDevice } from '#server/accounts/trusted-devices/trusted-devices.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { FileRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import { demandsTotp } from '#server/api/viewer/totp-demand.ts';
import { type Context, can } from '#server/platform/context.ts';
import { featuresOf } from '#shared/permissions.ts';
import { isInvited } from './rules.ts';
import { type ListedSession, listSessions } from './sessions.ts';

type User = Row<'users'>;

const isSelf = (user: User, ctx: Context) => ctx.viewer?.id === user.id && !ctx.viewer.apiKey;

const knows = (user: User, ctx: Context) => isSelf(user, ctx) || can(ctx, 'manage_user') || can(ctx, 'edit_user');

const mustSetUp = (user: User, ctx: Context) => isSelf(user, ctx) && ctx.viewer!.mustSetUpTotp;

async function hasFactor(user: User, ctx: Context): Promise<boolean> {
  const states = loader<number, boolean>(ctx.loaders, 'secondFactor', async (ids, db) => {
    const on = await usersWithFactor(db, ids);
    return new Map(ids.map((id) => [id, on.has(id)]));
  });
  return (await states.load(user.id)) ?? false;
}

async function hasTotp(user: User, ctx: Context): Promise<boolean> {
  const states = loader<number, boolean>(ctx.loaders, 'totp', async (ids, db) => {
    const on = await usersWithTotp(db, ids);
    return new Map(ids.map((id) => [id, on.has(id)]));
  });
  return (await states.load(user.id)) ?? false;
}

const SessionRef = builder.objectRef<ListedSession>('Session').implement({
  description: 'A valid sign-in of a user.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `endSession`.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The name that the browser reports (user agent).',
    }),
    network: t.exposeString('network', { nullable: true, description: 'The network it was last used from.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When the user signed in.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Last request, to within five minutes.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The latest time at which it ends.' }),
    trustedUntil: t.expose('trustedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'The time until which its device is trusted; null if it is not trusted.',
    }),
    isCurrent: t.boolean({
      description: 'Whether this request belongs to it.',
      resolve: (session, _args, ctx) => session.id === ctx.viewer?.sessionId,
    }),
  }),
});

const TrustedDeviceRef = builder.objectRef<TrustedDevice>('TrustedDevice').implement({
  description: 'A browser with its own key, with which its user signs in without a password.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `endTrustedDevice`.' }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'The name that the browser reports (user agent).',
    }),
    network: t.exposeString('network', { nullable: true, description: 'The network of its last sign-in.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'The time from which it is trusted.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'The time of its last sign-in.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'The time until which it is trusted.' }),
    isSignedIn: t.exposeBoolean('isSignedIn', { description: 'Whether it has an open session.' }),
  }),
});

UserRef.implement({
  description: 'A user who signs in. Only the user and user administrators see more than the name and the picture.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (user) => idOf('users', user.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    email: t.string({
      description: 'Address to sign in with; an empty string for readers who may not see it.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.email : ''),
    }),
    mobilePhoneNumber: t.string({
      nullable: true,
      description: 'Mobile number in E.164.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.mobilePhoneNumber : null),
    }),
    image: t.field({
      type: FileRef,
      nullable: true,
      description: 'Portrait.',
      resolve: (user, _args, ctx) => loadRow(ctx, 'files', user.imageId),
    }),
    roles: t.stringList({
      description: 'Identifiers of the user’s roles.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.roles : []),
    }),
    visibleFeatures: t.stringList({
      description:
        'The features that the roles grant. The pages use them to decide what they show, and the server checks them.',
      resolve: (user, _args, ctx) => (knows(user, ctx) && !mustSetUp(user, ctx) ? featuresOf(user.roles) : []),
    }),
    needApproval: t.boolean({
      description: 'Whether the user is registered and verified, and waits for an administrator.',
      resolve: (user, _args, ctx) => knows(user, ctx) && user.needApproval,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the user can sign in.' }),
    language: t.exposeString('language', { description: 'Language of the interface and of mails.' }),
    searchHistory: t.stringList({
      description: 'The user’s last search terms; empty for all other readers.',
      resolve: (user, _args, ctx) => (isSelf(user, ctx) ? user.searchHistory : []),
    }),
    verifiedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the e-mail address was confirmed.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.verifiedAt : null),
    }),
    lastSignInAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the user last signed in.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.lastSignInAt : null),
    }),
    isInvited: t.boolean({
      description: 'Was invited and has not set a password yet.',
      resolve: (user, _args, ctx) => knows(user, ctx) && isInvited(user),
    }),
  }),
});

builder.objectFields(UserRef, (t) => ({
  secondFactor: t.boolean({
    description:
      'Whether signing in with the password requires a second factor; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => knows(user, ctx) && hasFactor(user, ctx),
  }),
  passkeys: t.field({
    type: [PasskeyRef],
    description: 'The passkeys, oldest first; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => {
      if (!knows(user, ctx)) return [];
      const passkeys = loader<number, Passkey[]>(ctx.loaders, 'passkeys', (ids, db) => listPasskeys(db, ids));
      return (await passkeys.load(user.id)) ?? [];
    },
  }),
  totpEnabled: t.boolean({
    description: 'Whether an authenticator app is set up; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => knows(user, ctx) && hasTotp(user, ctx),
  }),
  totpDemanded: t.boolean({
    description:
      'Whether one of the roles requires a second factor, so that the user cannot remove the last one; only for the user.',
    resolve: async (user, _args, ctx) => isSelf(user, ctx) && demandsTotp(ctx.db, user.id),
  }),
  totpSetupRequired: t.boolean({
    description: 'Whether the user must set up the second factor before any other action; only for the user.',
    resolve: (user, _args, ctx) => mustSetUp(user, ctx),
  }),
  recoveryCodesLeft: t.int({
    description: 'How many recovery codes are left; only for the user.',
    resolve: async (user, _args, ctx) =>
      isSelf(user, ctx) ? ((await codesLeft(ctx.db, [user.id])).get(user.id) ?? 0) : 0,
  }),
  hasPassword: t.boolean({
    description: 'Whether the user has a password here; only for the user and user administrators.',
    resolve: (user, _args, ctx) => knows(user, ctx) && user.passwordHash !== null,
  }),
  identities: t.field({
    type: [UserIdentityRef],
    description: 'The linked providers; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => {
      if (!knows(user, ctx)) return [];
      const identities = loader<number, Identity[]>(ctx.loaders, 'identities', (ids, db) => listIdentities(db, ids));
      return (await identities.load(user.id)) ?? [];
    },
  }),
  sessions: t.field({
    type: [SessionRef],
    description: 'Valid sessions, newest first; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => {
      if (!isSelf(user, ctx) && !can(ctx, 'manage_user')) return [];
      const sessions = loader<number, ListedSession[]>(ctx.loaders, 'sessions', (ids, db) => listSessions(db, ids));
      return (await sessions.load(user.id)) ?? [];
    },
  }),
  trustedDevices: t.field({
    type: [TrustedDeviceRef],
    description: 'Trusted devices, newest first; only for the user and user administrators.',
    resolve: async (user, _args, ctx) => {
      if (!isSelf(user, ctx) && !can(ctx, 'manage_user')) return [];
      const devices = loader<number, TrustedDevice[]>(ctx.loaders, 'trustedDevices', (ids, db) =>
        listTrustedDevices(db, ids),
      );
      return (await devices.load(user.id)) ?? [];
    },
  }),
}));
