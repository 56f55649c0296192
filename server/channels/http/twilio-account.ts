import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { checkPrices } from '#server/channels/price-fields.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type CallingApp, callGateway, startOfResponse, type Way, wayOf } from './gateway.ts';
import { errorOfCode } from './twilio.ts';

/** The settings of a Twilio account. */
export const accountFields = [
  {
    name: 'accountSid',
    kind: 'text',
    maximum: 64,
    required: true,
    label: { de: 'Account SID', en: 'Account SID' },
    hint: {
      de: 'Beginnt mit AC. In der Twilio-Konsole: Account › API keys & tokens.',
      en: 'Starts with AC. In Twilio’s console: Account › API keys & tokens.',
    },
  },
  {
    name: 'authToken',
    kind: 'text',
    maximum: 200,
    required: true,
    secret: true,
    label: { de: 'Auth Token', en: 'Auth token' },
    hint: {
      de: 'Steht daneben. Damit werden auch die Rückmeldungen geprüft.',
      en: 'Next to the Account SID. It also verifies incoming requests.',
    },
  },
] as const satisfies readonly ChannelSetting[];

export const baseField = {
  name: 'baseUrl',
  receives: ['authToken'],
  advanced: true,
  kind: 'text',
  default: 'https://api.twilio.com',
  label: { de: 'Adresse der Schnittstelle', en: 'Address of the interface' },
} as const satisfies ChannelSetting;

/** Recognizes a number in Twilio's format. */
export const isNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);

export function checkAccount(settings: Values): Record<string, RefusalKey> {
  const isUsable = /^https?:$/.test(URL.parse(settingText(settings, 'baseUrl'))?.protocol ?? '');
  return { ...(isUsable ? {} : { baseUrl: 'error_invalid_url' as const }), ...checkPrices(settings) };
}

/** Access to one kind of resource. */
export interface TwilioAccount {
  url: URL;
  headers: Record<string, string>;
  way: Way;
}

export const settingText = (settings: Values, name: string): string => String(settings[name] ?? '').trim();

/** Returns the account; null if incomplete. */
export function accountOf(settings: Values, resource: 'Messages' | 'Calls', app: CallingApp): TwilioAccount | null {
  const [sid, token] = [settingText(settings, 'accountSid'), settingText(settings, 'authToken')];
  const base = settingText(settings, 'baseUrl').replace(/(?<!\/)\/+$/, '');
  const url = URL.parse(`${base}/2010-04-01/Accounts/${encodeURIComponent(sid)}/${resource}.json`);
  if (!url || !sid || !token) return null;
  const headers = {
    authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'accept-encoding': 'identity',
  };
  return { url, headers, way: wayOf(settings, app) };
}

export async function create(
  { url, headers, way }: TwilioAccount,
  form: URLSearchParams,
): Promise<{ externalId?: string }> {
  try {
    const { body } = await callGateway(url, { method: 'POST', headers, body: form.toString() }, way, false);
    return taken(body);
  } catch (error) {
    throw error instanceof DeliveryError && error.reason !== 'channel_limit' ? (byCode(error) ?? error) : error;
  }
}

function taken(body: Buffer): { externalId?: string } {
  const made = parsed(body);
  const code = Number(made?.['error_code'] ?? 0);
  if (code)
    throw (
      errorOfCode(code, startOfResponse(body)) ??
      new DeliveryError('permanent', 'message_rejected', { detail: startOfResponse(body) })
    );
  return typeof made?.['sid'] === 'string' ? { externalId: made['sid'] } : {};
}

/** Parses JSON; null if invalid. */
export function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

/** Returns the error for Twilio's code, more precise than the status. */
function byCode({ detail }: DeliveryError): DeliveryError | undefined {
  const code = /^4\d\d .*"code"\s*:\s*(\d+)/.exec(detail ?? '')?.[1];
  return code ? errorOfCode(Number(code), detail!) : undefined;
}
