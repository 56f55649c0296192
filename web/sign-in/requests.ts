import type { PasskeyOptions } from '#web/lib/signed-in/passkey-support.ts';
import {
  browserName,
  keepDevice,
  makeKey,
  signChallenge,
  type TrustedDevice,
} from '#web/lib/signed-in/trusted-device.ts';
import { statusWords } from '#web/lib/status-words.ts';

/** The installation's public status. */
export interface Status {
  registrationOpen: boolean;
  /** Whether browsers may keep a key for signing in. */
  trustedDevices: boolean;
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  faviconUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  /** Whether passkeys are possible. */
  passkeys: boolean;
  /** No one has signed in yet, so that a backup may be restored. */
  restorable: boolean;
  /** The providers that users sign in with. */
  providers: readonly { id: number; label: string }[];
}

/** The status before the server responds. */
export const unknownStatus: Status = {
  registrationOpen: false,
  trustedDevices: false,
  systemName: 'Meldekette',
  organisationName: '',
  logoUrl: null,
  faviconUrl: null,
  imprintUrl: null,
  privacyUrl: null,
  passkeys: false,
  restorable: false,
  providers: [],
};

/** Loads the public status; fails while the server is unreachable. */
export async function loadStatus(): Promise<Status> {
  const response = await fetch('/api/status', { signal: AbortSignal.timeout(10_000) });
  const { database, ...told } = (await response.json()) as Partial<Status> & { database?: boolean };
  if (!database) throw new Error('The database is away.');
  return {
    ...unknownStatus,
    ...told,
    systemName: told.systemName || unknownStatus.systemName,
    organisationName: told.organisationName ?? '',
  };
}

/** The credentials of a sign-in. */
export interface Credentials {
  email: string;
  password: string;
}

export type GivenFactor = { totp?: string; passkey?: object };

/** The second factors to choose from. */
export interface FactorChoice {
  app: boolean;
  /** Null if the server's address allows none. */
  passkey: PasskeyOptions | 'used' | null;
}

export type SignInAnswer = { token: string } | Refused;

interface Refused {
  refusal: string;
  fields: Record<string, string>;
  /** The HTTP status of a response without a message. */
  status: string | null;
  isOutage: boolean;
  /** Set if one is missing and there are passkeys. */
  factors?: FactorChoice;
}

interface Told {
  token?: string;
  challenge?: string;
  user?: { firstName: string; lastName: string };
  trustedDevice?: string | null;
  message?: string;
  fields?: Record<string, string>;
  factors?: FactorChoice;
}

/** Requests a session; with `trust`, the browser keeps a key. */
export async function requestSession(
  credentials: Credentials & GivenFactor,
  { trust }: { trust: boolean },
): Promise<SignInAnswer> {
  // without a key, the browser still signs in
  const made = trust ? await makeKey().catch(() => null) : null;
  const answer = await post('/api/auth', {
    ...credentials,
    browser: await browserName(),
    ...(made ? { publicKey: made.publicKey } : {}),
  });
  const { user, trustedDevice } = answer.told ?? {};
  if (made && user && trustedDevice) {
    const name = `${user.firstName} ${user.lastName}`;
    // without storage, the browser still signs in
    await keepDevice({ id: trustedDevice, name, key: made.key }).catch(() => undefined);
  }
  return answerOf(answer);
}

/** The device is trusted, but the challenge has changed. */
const askAnew = 'error_device_again';

/** This browser's key is invalid. */
export const noLongerTrusted = 'device_not_trusted';

/** Requests a session with this browser's key. */
export async function requestByDevice(device: TrustedDevice, factor: GivenFactor): Promise<SignInAnswer> {
  const answer = await showKey(device, factor);
  // the challenge may have expired during sleep
  return answerOf(answer.told?.message === askAnew ? await showKey(device, factor) : answer);
}

async function showKey(device: TrustedDevice, factor: GivenFactor): Promise<Answer> {
  const asked = await post('/api/device/challenge', { device: device.id });
  const challenge = asked.told?.challenge;
  if (!challenge) return asked;
  const signature = await signChallenge(device, challenge).catch(() => null);
  if (signature === null) return { ...asked, told: { message: noLongerTrusted } }; // the key store is broken
  const shown = { device: device.id, challenge, signature, browser: await browserName() };
  return post('/api/device', { ...shown, ...factor });
}

/** The response to a request. */
export interface Answer {
  /** None when the network failed. */
  response: Response | undefined;
  told: Told | null;
}

/** Posts to the server. */
export async function post(path: string, body: object): Promise<Answer> {
  let response: Response | undefined;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { response, told: (await response.json()) as Told };
  } catch {
    return { response, told: null };
  }
}

export const refused = (refusal: string): Refused => ({ refusal, fields: {}, status: null, isOutage: false });

/** Returns the token in an answer, or why there is none. */
export function answerOf({ response, told }: Answer): SignInAnswer {
  const isOutage = !response || (response.status >= 502 && response.status <= 504);
  if (!told) {
    const refusal = isOutage ? 'network_error' : 'network_status';
    return { refusal, fields: {}, status: response ? statusWords(response) : null, isOutage };
  }
  const { token, message = 'unknown_error', fields = {}, factors } = told;
  if (token) return { token };
  return { refusal: message, fields, status: null, isOutage, ...(factors ? { factors } : {}) };
}

/** Stores the language that a person chose before signing in as the user's; if that fails, the stored one stays. */
export async function keepLanguage(token: string, language: string): Promise<void> {
  const query = 'mutation ChangeLanguage($language: String!) { changeLanguage(language: $language) { id } }';
  await fetch('/api/graphql/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { language } }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
}
