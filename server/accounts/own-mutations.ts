import { endTrustedDevice } from '#server/accounts/trusted-devices/trusted-devices.ts';
import { languageInput, nameInput, phoneInput } from '#server/api/contact-input.ts';
import { imageOf } from '#server/api/files/image-input.ts';
import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { changePassword, type ProfileFields, updateProfile } from './profile.ts';
import { endSession, endSessions } from './sessions.ts';

const UpdateProfileInput = builder.inputType('UpdateProfileInput', {
  description: 'Changes to the own profile; absent fields stay as they are.',
  fields: (t) => ({
    firstName: t.string({ description: 'First name.' }),
    lastName: t.string({ description: 'Last name.' }),
    mobilePhoneNumber: t.string({ description: 'Mobile number; null or empty for none.' }),
    image: t.id({ description: 'Portrait, a file uploaded by oneself; null for none.' }),
  }),
});

builder.mutationFields((t) => ({
  updateProfile: t.field({
    type: UserRef,
    description: 'Changes the own name, phone number and picture.',
    authScopes: { inPerson: true },
    args: { input: t.arg({ type: UpdateProfileInput, required: true, description: 'The changes.' }) },
    resolve: async (_parent, { input }, context) => {
      const ctx = signedIn(context);
      const fields: ProfileFields = {};
      if (typeof input.firstName === 'string') fields.firstName = nameInput('firstName', input.firstName);
      if (typeof input.lastName === 'string') fields.lastName = nameInput('lastName', input.lastName);
      if (input.mobilePhoneNumber !== undefined) {
        fields.mobilePhoneNumber = await phoneInput(ctx.db, input.mobilePhoneNumber);
      }
      if (input.image !== undefined) fields.imageId = await imageOf(ctx, ctx.viewer.id, input.image);
      return updateProfile(ctx, fields);
    },
  }),
  changeLanguage: t.field({
    type: UserRef,
    description: 'Changes the language of the interface and of mails: de or en.',
    authScopes: { inPerson: true },
    args: { language: t.arg.string({ required: true, description: 'de or en.' }) },
    resolve: (_parent, { language }, ctx) => updateProfile(signedIn(ctx), { language: languageInput(language) }),
  }),
  changePassword: t.boolean({
    description: 'Changes the own password; all other sessions end.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: {
      currentPassword: t.arg.string({ required: true, description: 'The current password.' }),
      newPassword: t.arg.string({ required: true, description: 'The new password, at least 12 characters.' }),
    },
    resolve: async (_parent, { currentPassword, newPassword }, ctx) => {
      await changePassword(signedIn(ctx), currentPassword, newPassword);
      return true;
    },
  }),
  endSession: t.boolean({
    description:
      'Ends one of the own sessions, and the trust in its device. User administrators can end sessions of others. ' +
      'Returns false if there is no such session.',
    authScopes: { inPerson: true },
    args: { id: t.arg.id({ required: true, description: 'The session.' }) },
    resolve: (_parent, { id }, ctx) => endSession(signedIn(ctx), id),
  }),
  endTrustedDevice: t.boolean({
    description:
      'Removes the trust in one of the own devices and ends the sessions that are open in it. User administrators ' +
      'can do so for others. Returns false if there is no such device.',
    authScopes: { inPerson: true },
    args: { id: t.arg.id({ required: true, description: 'The device.' }) },
    resolve: (_parent, { id }, ctx) => endTrustedDevice(signedIn(ctx), id),
  }),
  signOutEverywhere: t.boolean({
    description: 'Ends all other sessions of the signed-in user, and the trust in all other devices.',
    authScopes: { inPerson: true },
    resolve: async (_parent, _args, context) => {
      const { db, viewer } = signedIn(context);
      await inTransaction(db, (tx) => endSessions(tx, viewer.id, viewer.sessionId));
      return true;
    },
  }),
}));
