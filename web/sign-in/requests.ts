/** What the public status tells of this installation. */
export interface Status {
  registrationOpen: boolean;
  systemName: string;
  organisationName: string;
  logoUrl: string | null;
  faviconUrl: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
}

/** What is shown before the server told. */
export const unknownStatus: Status = {
  registrationOpen: false,
  systemName: 'Meldekette',
  organisationName: '',
  logoUrl: null,
  faviconUrl: null,
  imprintUrl: null,
  privacyUrl: null,
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
export type SignInAnswer = { token: string } | { refusal: string; fields: Record<string, string>; isOutage: boolean };

/** Asks for a session. */
export async function requestSession(credentials: Credentials): Promise<SignInAnswer> {
  try {
    const response = await fetch('/api/auth', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as { token?: string; message?: string; fields?: Record<string, string> };
    if (response.ok && answer.token) return { token: answer.token };
    const { message = 'unknown_error', fields = {} } = answer;
    return { refusal: message, fields, isOutage: response.status >= 502 && response.status <= 504 };
  } catch {
    return { refusal: 'network_error', fields: {}, isOutage: true };
  }
}
