import {
  browserName,
  keepDevice,
  makeKey,
  signChallenge,
  type TrustedDevice,
} from '#web/lib/signed-in/trusted-device.ts';
import { statusWords } from '#web/lib/status-words.ts';

/** What the public status tells of this installation. */
export interface Status {
  registrationOpen: boolean;
  /** Whether a browser may keep a key and sign in with it. */
  trustedDevices: boolean;
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  faviconUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  /** The providers that users sign in with. */
  providers: readonly { id: number; label: string }[];
}

/** What is shown before the server told. */
export const unknownStatus: Status = {
  registrationOpen: false,
  trustedDevices: false,
  systemName: 'Meldekette',
  organisationName: '',
  logoUrl: null,
  faviconUrl: null,
  imprintUrl: null,
  privacyUrl: null,
  providers: [],
};

/** Whose installation this is; fails while the server is away. */
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

/** What somebody signs in with. */
export interface Credentials {
  email: string;
  password: string;
  totp?: string;
}

/** The token of a session, or why there is none; for single fields, too. */
export type SignInAnswer = { token: string } | Refused;

interface Refused {
  refusal: string;
  fields: Record<string, string>;
  /** The status, where it came without words of the server. */
  status: string | null;
  isOutage: boolean;
}

interface Told {
  token?: string;
  challenge?: string;
  user?: { firstName: string; lastName: string };
  trustedDevice?: string | null;
  message?: string;
  fields?: Record<string, string>;
}

/** Asks for a session; where the browser is to be trusted, it keeps a key from then on. */
export async function requestSession(credentials: Credentials, { trust }: { trust: boolean }): Promise<SignInAnswer> {
  // a browser that cannot keep a key signs in all the same
  const made = trust ? await makeKey().catch(() => null) : null;
  const answer = await post('/api/auth', {
    ...credentials,
    browser: await browserName(),
    ...(made ? { publicKey: made.publicKey } : {}),
  });
  const { user, trustedDevice } = answer.told ?? {};
  if (made && user && trustedDevice) {
    const name = `${user.firstName} ${user.lastName}`;
    // a browser that keeps nothing signs in all the same
    await keepDevice({ id: trustedDevice, name, key: made.key }).catch(() => undefined);
  }
  return answerOf(answer);
}

/** The server's word for: the device is trusted, its signature does not fit what it was asked now. */
const askAnew = 'error_device_again';

/** The server's word for: the key of this browser opens nothing any more. */
export const noLongerTrusted = 'device_not_trusted';

/** Asks for a session by the key of this browser. */
export async function requestByDevice(device: TrustedDevice, totp?: string): Promise<SignInAnswer> {
  const answer = await showKey(device, totp);
  // a computer that slept in between, say: what it was asked holds no more
  return answerOf(answer.told?.message === askAnew ? await showKey(device, totp) : answer);
}

async function showKey(device: TrustedDevice, totp: string | undefined): Promise<Answer> {
  const asked = await post('/api/device/challenge', { device: device.id });
  const challenge = asked.told?.challenge;
  if (!challenge) return asked;
  const signature = await signChallenge(device, challenge).catch(() => null);
  if (signature === null) return { ...asked, told: { message: noLongerTrusted } }; // a key store that is broken
  const shown = { device: device.id, challenge, signature, browser: await browserName() };
  return post('/api/device', totp === undefined ? shown : { ...shown, totp });
}

/** What came back for a request. */
export interface Answer {
  /** None when the network failed. */
  response: Response | undefined;
  /** Null when it was not the server that answered. */
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

/** Returns the token in an answer, or why there is none. */
export function answerOf({ response, told }: Answer): SignInAnswer {
  const isOutage = !response || (response.status >= 502 && response.status <= 504);
  if (!told) {
    const refusal = isOutage ? 'network_error' : 'network_status';
    return { refusal, fields: {}, status: response ? statusWords(response) : null, isOutage };
  }
  const { token, message = 'unknown_error', fields = {} } = told;
  return token ? { token } : { refusal: message, fields, status: null, isOutage };
}
