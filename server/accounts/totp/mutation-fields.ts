import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { inPerson, inSession, signedIn } from '#server/api/viewer/viewer.ts';
import { confirmTotp, renewRecoveryCodes, startTotp, type TotpSetup } from './set-up.ts';
import { disableTotp, resetTotp } from './switch-off.ts';

const TotpSetupRef = builder.objectRef<TotpSetup>('TotpSetup').implement({
  description: 'The data for an authenticator app. The server shows it only once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in Base32, to be typed.' }),
    uri: t.exposeString('uri', { description: 'The same as an otpauth address, for a QR code.' }),
  }),
});

const password = { required: true, description: 'The own password.' } as const;
const code = { required: true, description: 'A code from the app, or a recovery code.' } as const;

builder.mutationFields((t) => ({
  startTotp: t.field({
    type: TotpSetupRef,
    description:
      'Starts to set up the second factor of the signed-in user, or to move it to another app. Nothing changes ' +
      'before `confirmTotp`.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(password),
      code: t.arg.string({ description: 'A code of the current app; required if the second factor is on.' }),
    },
    resolve: (_parent, args, ctx) => startTotp(inSession(ctx), args.password, args.code ?? null),
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
    args: { password: t.arg.string(password), code: t.arg.string(code) },
    resolve: (_parent, args, ctx) => renewRecoveryCodes(inPerson(ctx), args.password, args.code),
  }),
  disableTotp: t.boolean({
    description: 'Switches the own second factor off. Refused if a role requires it.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: { password: t.arg.string(password), code: t.arg.string(code) },
    resolve: async (_parent, args, ctx) => {
      await disableTotp(inPerson(ctx), args.password, args.code);
      return true;
    },
  }),
  resetTotp: t.field({
    type: UserRef,
    description:
      'Removes the second factor of another user who lost it, ends the user’s sessions and notifies the user by ' +
      'mail. Only a system owner can do so for administrators and system owners.',
    authScopes: { anyFeature: ['manage_user', 'edit_user'] },
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => resetTotp(signedIn(ctx), numberOf('users', id)),
  }),
}));
