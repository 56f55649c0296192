import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { Refusal } from '#server/platform/errors.ts';
import type { RelyingParty } from './relying-party.ts';

// base64url without padding, as browsers write it
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);
const credentialId = bytes(1400); // 1,023 bytes
const common = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
};

/** The response of an authenticator that proves a passkey (WebAuthn: AuthenticationResponseJSON). */
export const assertion = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    // empty for keys without an account
    userHandle: z
      .string()
      .max(100)
      .regex(/^[\w-]*$/)
      .nullish(),
  }),
});
const attestation = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(100_000),
    transports: z.array(z.string().max(20)).max(10).optional().catch(undefined),
  }),
  clientExtensionResults: z
    .object({ credProps: z.object({ rk: z.boolean().optional() }).optional() })
    .optional()
    .catch(undefined),
});

/** A response that proves a passkey. */
export type Assertion = z.infer<typeof assertion>;
/** A response that brings a new passkey. */
export type Attestation = z.infer<typeof attestation>;

const failed = () => new Refusal('error_passkey_failed');

/** Reads a response that proves a passkey, sent as JSON. */
export const readAssertion = (text: string): Assertion => read(assertion, text);

/** Reads a response that brings a new passkey, sent as JSON. */
export const readAttestation = (text: string): Attestation => read(attestation, text);

function read<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw failed();
  }
}

/** Returns the signed challenge; refuses another site's response. */
export function signedChallenge(clientDataJSON: string, { origin }: RelyingParty): string {
  const data = clientDataOf(clientDataJSON);
  if (data.origin !== origin || data.crossOrigin === true) throw new Refusal('error_passkey_origin');
  return data.challenge;
}

const clientData = z.object({ challenge: z.string(), origin: z.string(), crossOrigin: z.boolean().optional() });

function clientDataOf(text: string): z.infer<typeof clientData> {
  try {
    return clientData.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw failed();
  }
}

/** Returns a response with the fields that the library expects. */
export const forLibrary = ({ response: { userHandle, ...response }, ...rest }: Assertion): AuthenticationResponseJSON =>
  ({
    ...rest,
    response: { ...response, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
  }) as AuthenticationResponseJSON;

/**
 * Returns a new passkey's response without the attestation: the library would parse its certificates and could load
 * revocation lists from addresses in them.
 */
export async function newForLibrary(given: Attestation): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const sent = decodeAttestationObject(new Uint8Array(Buffer.from(given.response.attestationObject, 'base64url')));
  const authData = sent.get('authData');
  if (!(authData instanceof Uint8Array)) throw failed();
  const without = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ]);
  const attestationObject = Buffer.from(isoCBOR.encode(without)).toString('base64url');
  return {
    ...given,
    response: { ...given.response, attestationObject },
    clientExtensionResults: {},
  } as RegistrationResponseJSON;
}

/** The algorithms of keys, as COSE numbers them: EdDSA, ES256, RS256. */
export const keyAlgorithms = [-8, -7, -257];

/** Loads the library on demand: 23 MB and 0.1 s of processor time. */
export const webauthn = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');
