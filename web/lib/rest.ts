import { connectionFailed, isOutage } from './connection.ts';
import { authorization, isSignedOut } from './session.ts';
import { apiErrorToast, networkErrorToast, sessionExpired } from './toasts.ts';

export type RestRefusal = { ok: false; status: number; message: string; fields: Record<string, string> };
export type RestSuccess<Answer> = { ok: true; status: number; body: Answer };

type Refused = { message?: string; fields?: Record<string, string>; id?: string };

const TIMEOUT = 30_000;

/** Posts JSON to a REST endpoint. Shows a refusal or network failure (status 0) and returns it. */
export async function postJson<Answer>(path: string, body: unknown): Promise<RestSuccess<Answer> | RestRefusal> {
  const headers = authorization();
  let response: Response | undefined;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const { status } = response;
    if (isOutage(status)) connectionFailed();
    const answer = (await response.json()) as Answer & Refused;
    if (response.ok) return { ok: true, status, body: answer };
    const message = answer.message ?? 'unknown_error';
    if (isSignedOut(response) && headers['authorization']) sessionExpired();
    else apiErrorToast(message, answer.id);
    return { ok: false, status, message, fields: answer.fields ?? {} };
  } catch {
    if (isOutage(response?.status)) connectionFailed();
    networkErrorToast(response);
    return { ok: false, status: 0, message: 'network_error', fields: {} };
  }
}
