import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { inPerson, inSession, signedIn } from '#server/api/viewer/viewer.ts';
import { confirmTotp, renewRecoveryCodes, startTotp, type TotpSetup } from './set-up.ts';
import { disableTotp, resetTotp } from './switch-off.ts';

const TotpSetupRef = builder.objectRef<TotpSetup>('TotpSetup').implement({
  description: 'What an authenticator app is told. It is shown this once and never again.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in Base32, to be typed.' }),
    uri: t.exposeString('uri', { description: 'The same as an otpauth address, for a QR code.' }),
  }),
});

const password = { required: true, description: 'The own password.' } as const;
const code = { required: true, description: 'A code of the app or a recovery code.' } as const;

builder.mutationFields((t) => ({
  startTotp: t.field({
    type: TotpSetupRef,
    description:
      'Begins to set up the second factor of the signed-in user, or to move it to another app; nothing changes before `confirmTotp`.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(password),
      code: t.arg.string({ description: 'A code as until now, when the second factor is on.' }),
    },
    resolve: (_parent, args, ctx) => startTotp(inSession(ctx), args.password, args.code ?? null),
  }),
  confirmTotp: t.stringList({
    description: 'Switches the second factor on with a code of the app; answers recovery codes. Other sessions end.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: { code: t.arg.string({ required: true, description: 'The code the app shows.' }) },
    resolve: (_parent, args, ctx) => confirmTotp(inSession(ctx), args.code),
  }),
  renewRecoveryCodes: t.stringList({
    description: 'Answers ten new recovery codes; the earlier ones no longer hold.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: { password: t.arg.string(password), code: t.arg.string(code) },
    resolve: (_parent, args, ctx) => renewRecoveryCodes(inPerson(ctx), args.password, args.code),
  }),
  disableTotp: t.boolean({
    description: 'Switches the own second factor off, unless a role demands it.',
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
      'Takes the second factor of another user away, who lost it; the sessions end and a mail tells. Of administrators and system owners only a system owner.',
    authScopes: { anyFeature: ['manage_user', 'edit_user'] },
    args: { id: t.arg.id({ required: true, description: 'The user.' }) },
    resolve: (_parent, { id }, ctx) => resetTotp(signedIn(ctx), numberOf('users', id)),
  }),
}));
