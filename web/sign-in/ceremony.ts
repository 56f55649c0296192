import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { PasskeyOptions, PasskeyResult } from '#web/lib/signed-in/passkey-support.ts';

/** Asks the browser for a passkey. */
export const askForPasskey = (options: PasskeyOptions): Promise<PasskeyResult> =>
  outcome(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));

/** Has the browser create a passkey. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyResult> =>
  outcome(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));

async function outcome(ceremony: () => Promise<object>): Promise<PasskeyResult> {
  if (!browserSupportsWebAuthn()) return { refusal: 'passkey_unsupported' };
  try {
    return { response: await ceremony() };
  } catch (error) {
    return { refusal: refusalOf(error as Error) };
  }
}

// the names of the browser's errors, which the library keeps
const refusals: Partial<Record<string, string>> = {
  NotAllowedError: 'passkey_cancelled', // also when it took too long: the browser doesn't say
  AbortError: 'passkey_cancelled',
  SecurityError: 'error_passkey_origin',
  InvalidStateError: 'passkey_known',
  NotSupportedError: 'passkey_unsupported',
};

function refusalOf(error: Error): string {
  const { name } = error.cause instanceof Error ? error.cause : error;
  return refusals[name] ?? 'error_passkey_failed';
}
