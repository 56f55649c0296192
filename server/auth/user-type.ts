import { featuresOf } from '#shared/permissions.ts';
import { type Context, can } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { idOf } from '../graphql/ids.ts';
import { loader, loadRow } from '../graphql/loaders.ts';
import { FileRef, type FileRow, type Row, UserRef } from '../graphql/types.ts';
import { listSessions } from './sessions.ts';

type User = Row<'users'>;

const isSelf = (user: User, ctx: Context) => ctx.viewer?.id === user.id && !ctx.viewer.apiKey;

/** Whether the viewer sees more of a user than name and picture. */
const knows = (user: User, ctx: Context) => isSelf(user, ctx) || can(ctx, 'manage_user') || can(ctx, 'edit_user');

const SessionRef = builder.objectRef<Row<'sessions'>>('Session').implement({
  description: 'A sign-in of a user that still holds.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `endSession`.' }),
    userAgent: t.exposeString('userAgent', { nullable: true, description: 'The browser as it names itself.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When the user signed in.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'Last request, to within five minutes.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends at the latest.' }),
    isCurrent: t.boolean({
      description: 'Whether this request belongs to it.',
      resolve: (session, _args, ctx) => session.id === ctx.viewer?.sessionId,
    }),
  }),
});

UserRef.implement({
  description: 'Somebody who signs in. Others than oneself and user administrators see the name and the picture only.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (user) => idOf('users', user.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    firstName: t.exposeString('firstName', { description: 'First name.' }),
    lastName: t.exposeString('lastName', { description: 'Last name.' }),
    email: t.string({
      description: 'Address to sign in with; empty for those who may not see it.',
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
      resolve: (user, _args, ctx) => loadRow<'files', FileRow>(ctx, 'files', user.imageId),
    }),
    roles: t.stringList({
      description: 'Identifiers of the roles held.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? user.roles : []),
    }),
    visibleFeatures: t.stringList({
      description: 'What the roles allow; the page shows by it and the server checks it.',
      resolve: (user, _args, ctx) => (knows(user, ctx) ? featuresOf(user.roles) : []),
    }),
    needApproval: t.boolean({
      description: 'Registered and verified, waits for an administrator.',
      resolve: (user, _args, ctx) => knows(user, ctx) && user.needApproval,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether the user can sign in.' }),
    language: t.exposeString('language', { description: 'Language of the interface and of mails.' }),
    searchHistory: t.stringList({
      description: 'The last terms searched for; only oneself sees them.',
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
    sessions: t.field({
      type: [SessionRef],
      description: 'Sessions that still hold, newest first; for oneself and user administrators.',
      resolve: async (user, _args, ctx) => {
        if (!isSelf(user, ctx) && !can(ctx, 'manage_user')) return [];
        const sessions = loader<number, Row<'sessions'>[]>(ctx.loaders, 'sessions', (ids, db) => listSessions(db, ids));
        return (await sessions.load(user.id)) ?? [];
      },
    }),
  }),
});
