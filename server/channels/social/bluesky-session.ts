import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { type CallingApp, refused, wayOf } from '#server/channels/http/gateway.ts';
import { filledText, type Json, type JsonApi, type JsonRequest, jsonApi } from '#server/channels/http/json-api.ts';

export interface Session {
  did: string;
  handle: string;
  email: string | null;
  accessJwt: string;
  refreshJwt: string;
}

/** An account that signs in on demand: sign-ins are limited. */
export interface BlueskyAccount {
  session(): Promise<Session>;
  /** Calls a method (by its NSID); returns any response, after a new sign-in if the session ended. */
  call(method: string, request?: JsonRequest & { query?: Record<string, string> }): ReturnType<JsonApi['whatever']>;
}

/** The account of a channel's settings. */
export function blueskyAccount(settings: Values, app: CallingApp): BlueskyAccount {
  const api = jsonApi(settings['service'], wayOf(settings, app));
  let current: Promise<Session> | undefined;
  const renew = (from: (before?: Session) => Promise<Session>, before?: Session) => {
    current = from(before);
    current.catch(() => {
      current = undefined;
    });
    return current;
  };
  const signIn = async () => {
    const { identifier, appPassword: password } = settings;
    const body = { identifier: String(identifier ?? '').replace(/^@/, ''), password: String(password ?? '') };
    return sessionOf(await api('/xrpc/com.atproto.server.createSession', { method: 'POST', body, keyed: true }), null);
  };
  const refresh = async (before?: Session) => {
    const headers = { authorization: `Bearer ${before?.refreshJwt ?? ''}` };
    const path = '/xrpc/com.atproto.server.refreshSession';
    const { answer, json } = await api.whatever(path, { method: 'POST', headers, keyed: true });
    if (answer.status === 400 || answer.status === 401) return signIn();
    if (answer.status !== 200) throw refused(answer, true);
    return sessionOf(json, before?.email ?? null);
  };
  const session = () => current ?? renew(signIn);
  return {
    session,
    async call(method, { query, ...request } = {}) {
      const path = `/xrpc/${method}${query ? `?${new URLSearchParams(query)}` : ''}`;
      const as = ({ accessJwt }: Session) => {
        const headers = { ...request.headers, authorization: `Bearer ${accessJwt}` };
        return api.whatever(path, { ...request, headers });
      };
      const before = await session();
      const first = await as(before);
      if (!hasEnded(first.answer.status, first.json)) return first;
      const isMine = current && (await current) === before; // otherwise another call has renewed it
      return as(await (isMine ? renew(refresh, before) : session()));
    },
  };
}

const hasEnded = (status: number, { error }: Json): boolean =>
  (status === 400 || status === 401) && (error === 'ExpiredToken' || error === 'InvalidToken');

function sessionOf(json: Json, email: string | null): Session {
  const [did, handle] = [filledText(json['did']), filledText(json['handle'])];
  const [accessJwt, refreshJwt] = [filledText(json['accessJwt']), filledText(json['refreshJwt'])];
  if (!did || !accessJwt || !refreshJwt) throw new DeliveryError('channel', 'channel_unreachable');
  return { did, handle: handle ?? did, email: filledText(json['email']) ?? email, accessJwt, refreshJwt };
}
