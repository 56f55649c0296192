import { isIP } from 'node:net';
import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { isNumber, settingText } from '#server/channels/http/twilio-account.ts';
import { checkPrices } from '#server/channels/price-fields.ts';
import { badLimitLine, type CallLimit, type CallTrunk, limitLine } from '#shared/call-limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { SipAccount } from './digest.ts';
import { type PortRange, portsForSound } from './media.ts';
import type { SipServer, SipTransport } from './wire.ts';

export interface SipSettings {
  server: SipServer;
  domain: string;
  account: SipAccount;
  caller: string;
  /** Dialled instead of +. */
  prefix: string;
  registers: boolean;
  detectsMachines: boolean;
  /** Whether people may call back. */
  takesCalls: boolean;
  /** Whether callers may start alarms with a PIN. */
  takesOrders: boolean;
  publicAddress: string | null;
  ports: PortRange;
  calls: number;
  pause: number;
  /** Milliseconds. */
  ring: number;
  lines: number;
  perSecond: number;
  /** Limits by prefix, besides those of the trunk. */
  limits: readonly CallLimit[];
  speed: number;
}

/** Parses the settings; throws a DeliveryError if they can't call. */
export function sipSettingsOf(values: Values): SipSettings {
  const text = (name: string) => settingText(values, name);
  const number = (name: string, usual: number) => (typeof values[name] === 'number' ? values[name] : usual);
  const server = serverOf(values);
  if (!server || !text('user') || Object.keys(checkSipSettings(values)).length)
    throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  return {
    server,
    domain: text('domain') || server.host,
    account: { user: text('user'), password: String(values['password'] ?? '') },
    caller: text('from') || text('user'),
    prefix: text('prefix') || '+',
    registers: values['register'] !== false,
    detectsMachines: values['machines'] !== false,
    takesCalls: values['callBack'] === true,
    takesOrders: takesOrders(values),
    publicAddress: text('publicAddress') || null,
    ports: portsOf(text('ports')) ?? null,
    calls: number('calls', 3),
    pause: number('pause', 120),
    ring: number('ring', 30) * 1_000,
    lines: linesOf(values),
    perSecond: number('perSecond', 2),
    limits: limitLines(values).flatMap((line) => limitLine(line) ?? []),
    speed: number('speed', 140),
  };
}

export const takesOrders = (values: Values): boolean => values['triggers'] === true;

/** Returns the number of parallel calls, limited by the ports. */
export function linesOf(values: Values): number {
  const lines = typeof values['lines'] === 'number' ? values['lines'] : 10;
  const ports = portsOf(settingText(values, 'ports'));
  return ports ? Math.min(lines, portsForSound(ports)) : lines;
}

/** Returns what bounds the calls; null if the settings can't call. */
export function trunkOf(values: Values): CallTrunk | null {
  if (!serverOf(values) || Object.keys(checkSipSettings(values)).length) return null;
  const { lines, perSecond, limits, calls, pause, ring } = sipSettingsOf(values);
  return { limits: [{ prefix: '', most: lines, perSecond }, ...limits], calls, pause, ring: ring / 1_000 };
}

const limitLines = (values: Values): string[] =>
  settingText(values, 'limits')
    .split(/[\n;]/)
    .filter((line) => line.trim());

const userPart = /^[\w.!~*'()&=+$,;?/-]{1,100}$/;

/** Refuses settings that can't call. */
export function checkSipSettings(values: Values): Record<string, RefusalKey> {
  const faults = checkPrices(values);
  const refuse = (name: string, isValid: (text: string) => boolean) => {
    const text = settingText(values, name);
    if (text && !isValid(text)) faults[name] = 'error_unlike_hint';
  };
  refuse('server', () => serverOf(values) !== null);
  refuse('user', (text) => userPart.test(text));
  refuse('domain', (text) => /^[\w.-]{1,255}$/.test(text));
  refuse('publicAddress', (text) => isIP(text) > 0);
  refuse('ports', (text) => portsOf(text) !== undefined);
  refuse('from', (text) => userPart.test(text));
  if (badLimitLine(settingText(values, 'limits'))) faults['limits'] = 'error_call_limits';
  refuse('prefix', (text) => /^[\d*#+]{1,10}$/.test(text));
  return faults;
}

function serverOf(values: Values): SipServer | null {
  const written = String(values['transport'] ?? 'udp');
  const transport: SipTransport = written === 'tcp' || written === 'tls' ? written : 'udp';
  const match = /^(\[[\da-f:.]{2,60}\]|[\w.-]{1,255})(?::(\d{1,5}))?$/i.exec(settingText(values, 'server'));
  const port = Number(match?.[2] ?? (transport === 'tls' ? 5061 : 5060));
  if (!match || port < 1 || port > 65_535) return null;
  return { host: match[1]!.replace(/^\[|\]$/g, ''), port, transport, verify: values['verify'] !== false };
}

/** Parses a range of ports; null for any, undefined if it is invalid. */
function portsOf(text: string): PortRange | undefined {
  if (!text) return null;
  const match = /^(\d{4,5})\s?-\s?(\d{4,5})$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  return match && first >= 1024 && last <= 65_535 && first < last ? [first, last] : undefined;
}

/** Returns the number to dial; null if not international. */
export const dialled = (to: string, prefix: string): string | null => (isNumber(to) ? prefix + to.slice(1) : null);
