import { canKeepKeys } from '#web/lib/offline-store/browser-store.ts';
import { forgetDevice, type TrustedDevice } from '#web/lib/signed-in/trusted-device.ts';
import type { SignInForm } from './forms.ts';
import { showPasskey } from './passkey.ts';
import { completeProvider, type ProviderTicket } from './provider.ts';
import {
  type Credentials,
  type FactorChoice,
  type GivenFactor,
  noLongerTrusted,
  refused,
  requestByDevice,
  requestSession,
  type SignInAnswer,
} from './requests.ts';

/** The state of a sign-in. */
export interface Asking {
  /** Kept for a return from the code. */
  email: string;
  /** Correct, if the server requires a code. */
  credentials: Credentials | null;
  /** Used instead of the password. */
  device: TrustedDevice | null;
  /** The key is correct, but a code is required. */
  isCodeAsked: boolean;
  /** A provider's sign-in that requires a code. */
  ticket: ProviderTicket | null;
  /** Null if only a code counts. */
  factors: FactorChoice | null;
  /** Whether this browser is to be trusted. */
  trust: boolean;
  form: SignInForm;
}

/** The password is correct, but a code is required. */
export const asksForCode = 'totp_required';
/** Sign-in by device key is currently forbidden. */
const noneTrusted = 'error_trust_forbidden';

export const ask = (asking: Asking): Promise<SignInAnswer> =>
  send(asking, 'totp' in asking.form.fields ? { totp: entered(asking, 'totp') } : {});

/** Completes a sign-in with a passkey as second factor. */
export async function askWithPasskey(asking: Asking): Promise<SignInAnswer> {
  let options = asking.factors?.passkey ?? null;
  if (options === 'used') {
    const answer = await send(asking, {}); // each challenge counts once
    options = 'refusal' in answer ? (answer.factors?.passkey ?? null) : null;
    if (!options || options === 'used') return answer;
  }
  if (!options) return refused('error_passkey_address');
  const shown = await showPasskey(options);
  if ('refusal' in shown) return refused(shown.refusal);
  if (asking.factors) asking.factors.passkey = 'used';
  return send(asking, { passkey: shown.response });
}

const send = (asking: Asking, factor: GivenFactor): Promise<SignInAnswer> =>
  asking.ticket
    ? completeProvider(asking.ticket, factor)
    : asking.device
      ? requestByDevice(asking.device, factor)
      : askByPassword(asking, factor);

const entered = ({ form }: Asking, name: string) => form.fields[name]?.input.value ?? '';

async function askByPassword(asking: Asking, factor: GivenFactor): Promise<SignInAnswer> {
  const given = asking.credentials ?? {
    email: entered(asking, 'email').trim(),
    password: entered(asking, 'password'),
  };
  asking.email = given.email;
  const answer = await requestSession({ ...given, ...factor }, { trust: asking.trust && canKeepKeys() });
  if ('refusal' in answer && answer.refusal === asksForCode && !asking.credentials) asking.credentials = given;
  else if ('refusal' in answer && answer.refusal === 'invalid_credentials' && asking.credentials)
    asking.credentials = null;
  return answer;
}

/** Moves to the step that a refusal requires, if any. */
export async function leadsOn(asking: Asking, refusal: string): Promise<boolean> {
  const { device, form } = asking;
  if (asking.ticket && refusal === 'error_sso_again') {
    asking.ticket = null;
    return true;
  }
  if (device && refusal === asksForCode && !asking.isCodeAsked) asking.isCodeAsked = true;
  else if (device && (refusal === noLongerTrusted || refusal === noneTrusted)) {
    // administrators may allow it again
    if (refusal === noLongerTrusted) await forgetDevice().catch(() => undefined);
    Object.assign(asking, { device: null, isCodeAsked: false });
  } else if (device || asking.ticket || Boolean(asking.credentials) === 'totp' in form.fields) return false;
  return true;
}
