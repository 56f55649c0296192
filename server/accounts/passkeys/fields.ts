import { proofArgs, proofOf } from '#server/accounts/totp/proof-args.ts';
import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { limitedText } from '#server/api/input.ts';
import { inPerson, inSession } from '#server/api/viewer/viewer.ts';
import { Refusal } from '#server/platform/errors.ts';
import { addPasskey, confirmFlow, removePasskey, renamePasskey, startPasskey } from './manage.ts';
import type { Passkey } from './passkeys.ts';
import { requestOptions } from './prove.ts';

/** The API's type of a passkey. */
export const PasskeyRef = builder.objectRef<Passkey>('Passkey').implement({
  description: 'A passkey of a user (WebAuthn).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, for `renamePasskey` and `removePasskey`.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    signsIn: t.exposeBoolean('signsIn', {
      description: 'Whether it can replace the password; otherwise it is only a second factor.',
    }),
    isSynced: t.exposeBoolean('isSynced', { description: 'Whether it is copied to other devices of its owner.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was added.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'When it was last used.' }),
  }),
});

const longestName = 60;

function nameIn(given: string): string {
  const name = limitedText('name', given.trim(), longestName);
  if (!name) throw new Refusal('error_required', { name: 'error_required' });
  return name;
}

const numberIn = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);

builder.mutationFields((t) => ({
  startPasskey: t.string({
    description:
      'Returns the options with which a browser creates a passkey, as JSON. Nothing changes before `addPasskey`.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: {
      password: t.arg.string(proofArgs.password),
      code: t.arg.string(proofArgs.code),
      passkey: t.arg.string(proofArgs.passkey),
    },
    resolve: async (_parent, args, ctx) => JSON.stringify(await startPasskey(inSession(ctx), proofOf(args))),
  }),
  addPasskey: t.stringList({
    description:
      'Adds a passkey and ends the other sessions. Returns recovery codes if it is the first second factor of the user.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    args: {
      name: t.arg.string({ required: true, description: 'Its name.' }),
      response: t.arg.string({ required: true, description: 'The response of the browser to the options, as JSON.' }),
    },
    resolve: (_parent, { name, response }, ctx) => addPasskey(inSession(ctx), nameIn(name), response),
  }),
  askForPasskey: t.string({
    description:
      'Returns the options with which a browser asks for a passkey of the signed-in user, as JSON, to confirm a change.',
    authScopes: { session: true },
    complexity: oncePerDocument,
    resolve: async (_parent, _args, context) => {
      const ctx = inSession(context);
      return JSON.stringify(await requestOptions(ctx, confirmFlow(ctx)));
    },
  }),
  renamePasskey: t.boolean({
    description: 'Renames an own passkey. Returns false if there is none.',
    authScopes: { inPerson: true },
    args: {
      id: t.arg.id({ required: true, description: 'The passkey.' }),
      name: t.arg.string({ required: true, description: 'The new name.' }),
    },
    resolve: (_parent, { id, name }, ctx) => renamePasskey(inPerson(ctx), numberIn(id), nameIn(name)),
  }),
  removePasskey: t.boolean({
    description:
      'Removes an own passkey and ends the other sessions. Refused if a role requires a second factor and it is the ' +
      'last one. Returns false if there is none.',
    authScopes: { inPerson: true },
    complexity: oncePerDocument,
    args: {
      id: t.arg.id({ required: true, description: 'The passkey.' }),
      password: t.arg.string(proofArgs.password),
      code: t.arg.string(proofArgs.code),
      passkey: t.arg.string(proofArgs.passkey),
    },
    resolve: (_parent, { id, ...given }, ctx) => removePasskey(inPerson(ctx), numberIn(id), proofOf(given)),
  }),
}));
