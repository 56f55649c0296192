import { emailInput, languageInput, nameInput, phoneInput } from '#server/api/contact-input.ts';
import { imageOf } from '#server/api/files/image-input.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { type SignedIn, signedIn } from '#server/api/viewer/viewer.ts';
import { knownRoles } from './rules.ts';
import {
  approveUser,
  createUser,
  deleteUser,
  rejectUser,
  resendInvitation,
  type UserFields,
  updateUser,
} from './users.ts';

const authScopes = { anyFeature: ['manage_user', 'edit_user'] } as const;

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A user to invite by mail.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Address to sign in with.' }),
    firstName: t.string({ required: true, description: 'First name.' }),
    lastName: t.string({ required: true, description: 'Last name.' }),
    mobilePhoneNumber: t.string({ description: 'Mobile number.' }),
    image: t.id({ description: 'Portrait.' }),
    language: t.string({ description: 'Language of interface and mails.' }),
    roles: t.stringList({ description: 'The roles of the user.' }),
    isActive: t.boolean({ description: 'Whether the user can sign in; true when absent.' }),
    needApproval: t.boolean({ description: 'Whether the user waits for approval; false when absent.' }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'Changes to a user; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The user.' }),
    email: t.string({ description: 'Address to sign in with.' }),
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    mobilePhoneNumber: t.string({ description: 'Mobile number; null or empty for none.' }),
    image: t.id({ description: 'Portrait; null for none.' }),
    language: t.string({ description: 'Language of interface and mails.' }),
    roles: t.stringList({ description: 'All roles that the user has after the change.' }),
    isActive: t.boolean({ description: 'Whether the user can sign in.' }),
    needApproval: t.boolean({ description: 'Whether the user waits for approval.' }),
  }),
});

type Input = Omit<typeof UpdateUserInput.$inferInput, 'id'>;

async function fieldsOf(ctx: SignedIn, input: Input, userId: number | null): Promise<UserFields> {
  const fields: UserFields = {};
  if (typeof input.email === 'string') fields.email = emailInput(input.email);
  if (typeof input.firstName === 'string') fields.firstName = nameInput('firstName', input.firstName);
  if (typeof input.lastName === 'string') fields.lastName = nameInput('lastName', input.lastName);
  if (typeof input.language === 'string') fields.language = languageInput(input.language);
  if (typeof input.isActive === 'boolean') fields.isActive = input.isActive;
  if (typeof input.needApproval === 'boolean') fields.needApproval = input.needApproval;
  if (input.roles) fields.roles = knownRoles(input.roles);
  if (input.mobilePhoneNumber !== undefined) {
    fields.mobilePhoneNumber = await phoneInput(ctx.db, input.mobilePhoneNumber);
  }
  if (input.image !== undefined) fields.imageId = await imageOf(ctx, userId, input.image);
  return fields;
}

builder.mutationFields((t) => ({
  createUser: t.field({
    type: UserRef,
    description: 'Creates a user and mails a link to set the first password.',
    authScopes,
    args: { input: t.arg({ type: CreateUserInput, required: true, description: 'The user.' }) },
    resolve: async (_parent, { input }, context) => {
      const ctx = signedIn(context);
      const { email, firstName, lastName } = input;
      const named = { email: emailInput(email), firstName: nameInput('firstName', firstName) };
      const fields = await fieldsOf(ctx, input, null);
      return createUser(ctx, { ...fields, ...named, lastName: nameInput('lastName', lastName) });
    },
  }),
  updateUser: t.field({
    type: UserRef,
    description:
      'Changes a user. Only a system owner can change administrators and system owners. The last system owner ' +
      'cannot be removed.',
    authScopes,
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'The changes.' }) },
    resolve: async (_parent, { input: { id, ...input } }, context) => {
      const ctx = signedIn(context);
      const number = numberOf('users', id);
      return updateUser(ctx, number, await fieldsOf(ctx, input, number));
    },
  }),
  deleteUser: t.field({
    type: UserRef,
    description:
      'Deactivates a user and ends all sessions, but keeps the user’s content. Withdraws an invitation that was not ' +
      'accepted.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => deleteUser(signedIn(ctx), numberOf('users', id)),
  }),
  approveUser: t.field({
    type: UserRef,
    description: 'Approves a registered user with these roles and notifies the user by mail.',
    authScopes,
    args: {
      id: t.arg.id({ required: true, description: 'The user.' }),
      roles: t.arg.stringList({ required: true, description: 'The roles of the user.' }),
    },
    resolve: (_parent, { id, roles }, ctx) => approveUser(signedIn(ctx), numberOf('users', id), knownRoles(roles)),
  }),
  resendInvitation: t.field({
    type: UserRef,
    description: 'Mails the invitation again, with a new link. Only for a user who has not set a password yet.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => resendInvitation(signedIn(ctx), numberOf('users', id)),
  }),
  rejectUser: t.boolean({
    description: 'Rejects a registration, deletes its data and mails the reason.',
    authScopes,
    args: {
      id: t.arg.id({ required: true, description: 'The user.' }),
      reason: t.arg.string({ description: 'The reason, which is part of the mail.' }),
    },
    resolve: async (_parent, { id, reason }, ctx) => {
      await rejectUser(signedIn(ctx), numberOf('users', id), reason ?? null);
      return true;
    },
  }),
}));
