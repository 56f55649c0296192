import type { IdentityProof } from './set-up.ts';

export const proofArgs = {
  password: { description: 'The own password; not needed with a passkey that verifies its owner.' },
  code: { description: 'A code from the app, or a recovery code; required if a second factor is on.' },
  passkey: { description: 'Instead of the code: the response to `askForPasskey`, as JSON.' },
} as const;

type Given = { [name in keyof IdentityProof]?: string | null | undefined };

/** Returns the proof in the arguments of a request. */
export const proofOf = ({ password, code, passkey }: Given): IdentityProof => ({
  password: password ?? null,
  code: code ?? null,
  passkey: passkey ?? null,
});
