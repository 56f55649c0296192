import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { inPerson, inSession, signedIn } from '#server/api/viewer/viewer.ts';
import { proofArgs, proofOf } from './proof-args.ts';
import { confirmTotp, renewRecoveryCodes, startTotp, type TotpSetup } from './set-up.ts';
import { disableTotp, resetTotp } from './switch-off.ts';

const TotpSetupRef = builder.objectRef<TotpSetup>('TotpSetup').implement({
  description: 'The data for an authenticator app. The server shows it only once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in Base32, to be typed.' }),
    uri: t.exposeString('uri', { description: 'The same as an otpauth address, for a QR code.' }),
  }),
});

builder.mutationFields((t) => ({
  startTotp: t.field({
    type: TotpSetupRef,
    description:
      'Starts to set up the second factor of the signed-in user, or to move it to another app. Nothing changes ' +
      'before `confirmTotp`.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(proofArgs.password),
      code: t.arg.string(proofArgs.code),
      passkey: t.arg.string(proofArgs.passkey),
    },
    resolve: (_parent, args, ctx) => startTotp(inSession(ctx), proofOf(args)),
  }),
  confirmTotp: t.stringList({
    description:
      'Switches the second factor on with a code from the app. Returns recovery codes and ends the other sessions.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: { code: t.arg.string({ required: true, description: 'The code that the app shows.' }) },
    resolve: (_parent, args, ctx) => confirmTotp(inSession(ctx), args.code),
  }),
  renewRecoveryCodes: t.stringList({
    description: 'Returns ten new recovery codes. The earlier ones become invalid.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(proofArgs.password),
      code: t.arg.string(proofArgs.code),
      passkey: t.arg.string(proofArgs.passkey),
    },
    resolve: (_parent, args, ctx) => renewRecoveryCodes(inPerson(ctx), proofOf(args)),
  }),
  disableTotp: t.boolean({
    description:
      'Disconnects the own authenticator app. Refused if a role requires a second factor and there is no passkey.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(proofArgs.password),
      code: t.arg.string(proofArgs.code),
      passkey: t.arg.string(proofArgs.passkey),
    },
    resolve: async (_parent, args, ctx) => {
      await disableTotp(inPerson(ctx), proofOf(args));
      return true;
    },
  }),
  resetTotp: t.field({
    type: UserRef,
    description:
      'Removes the second factor of another user who lost it, with all passkeys, ends the user’s sessions and notifies the user by ' +
      'mail. Only a system owner can do so for administrators and system owners.',
    authScopes: { anyFeature: ['manage_user', 'edit_user'] },
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => resetTotp(signedIn(ctx), numberOf('users', id)),
  }),
}));
