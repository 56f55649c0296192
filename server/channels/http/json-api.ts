import { DeliveryError, type Values } from '#server/channels/channel.ts';
import type { CallAnswer } from '#server/platform/call.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { ask, refused, requireApi, type Way } from './gateway.ts';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** One request to a JSON API. */
export interface JsonRequest {
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: Json;
  /** Repetitions are dropped, so an unknown outcome can be retried. */
  keyed?: boolean;
}

/** Returns a successful response, otherwise throws a DeliveryError. */
export interface JsonApi {
  (path: string, request?: JsonRequest): Promise<Json>;
  /** The same, but returns any response. */
  whatever(path: string, request?: JsonRequest): Promise<{ answer: CallAnswer; json: Json }>;
}

export function jsonApi(address: unknown, way: Way, common: Record<string, string> = {}): JsonApi {
  const base = addressOf(String(address ?? ''));
  const whatever: JsonApi['whatever'] = async (path, { method = 'GET', headers, body, keyed } = {}) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const own = content === undefined ? {} : { 'content-type': 'application/json' };
    const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(content ?? '')) };
    const fixed = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Meldekette' };
    const request = { method, headers: { ...fixed, ...own, ...length, ...common, ...headers }, body: content };
    const answer = await ask(new URL(base + path), request, way, isKeyed(method, keyed));
    requireApi(answer);
    return { answer, json: parseJsonObject(answer.body) ?? {} };
  };
  const api = async (path: string, request: JsonRequest = {}): Promise<Json> => {
    const { answer, json } = await whatever(path, request);
    if (answer.status < 200 || answer.status >= 300) throw refused(answer, isKeyed(request.method, request.keyed));
    return json;
  };
  return Object.assign(api, { whatever });
}

const isKeyed = (method = 'GET', keyed = false): boolean => keyed || method === 'GET';

/** Returns an address without trailing slash, by default https; throws a DeliveryError if invalid. */
function addressOf(written: string): string {
  const address = readAddress(written);
  if (address === null) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  return address;
}

function readAddress(written: unknown): string | null {
  const text = String(written ?? '')
    .trim()
    .replace(/(?<!\/)\/+$/, '');
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return text && URL.canParse(address) ? address : null;
}

/** Refuses an address of a JSON API that can't be called. */
export const checkAddress = (settings: Values, name: string): Record<string, RefusalKey> =>
  readAddress(settings[name]) === null ? { [name]: 'error_invalid_url' } : {};

/** Parses a JSON object; null for anything else. */
export function parseJsonObject(body: Buffer): Json | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Json) : null;
  } catch {
    return null;
  }
}

export const memberOf = (json: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Json)[name] : undefined), json);

export const filledText = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);
