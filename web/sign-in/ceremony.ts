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
  outcome(
    () => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
    'passkey_not_shown', // browsers don't say whether there is none
  );

/** Has the browser create a passkey. */
export const createPasskey = (options: PasskeyOptions): Promise<PasskeyResult> =>
  outcome(
    () => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
    'passkey_cancelled',
  );

async function outcome(ceremony: () => Promise<object>, cancelled: string): Promise<PasskeyResult> {
  if (!browserSupportsWebAuthn()) return { refusal: 'passkey_unsupported' };
  try {
    return { response: await ceremony() };
  } catch (error) {
    const { name } = causeOf(error as Error);
    // a timeout has the same name
    if (name === 'NotAllowedError' || name === 'AbortError') return { refusal: cancelled };
    return { refusal: refusals[name] ?? 'error_passkey_failed' };
  }
}

// the browser's errors
const refusals: Partial<Record<string, string>> = {
  SecurityError: 'error_passkey_origin',
  InvalidStateError: 'passkey_known',
  NotSupportedError: 'passkey_unsupported',
};

const causeOf = (error: Error): Error => (error.cause instanceof Error ? error.cause : error);
