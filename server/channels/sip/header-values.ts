import { isIP, SocketAddress } from 'node:net';
import { headerOf, type SipMessage } from './message.ts';

export interface SipUri {
  user: string;
  host: string;
  port: number | null;
}

export interface SipAddress {
  uri: string;
  parameters: ReadonlyMap<string, string>;
}

function splitAt(text: string, sign: string): string[] {
  const parts: string[] = [];
  let [start, isQuoted, isBracketed] = [0, false, false];
  for (let at = 0; at < text.length; at++) {
    const one = text[at];
    if (isQuoted && one === '\\') at++;
    else if (one === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (one === '<') isBracketed = true;
    else if (one === '>') isBracketed = false;
    else if (one === sign && !isBracketed) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** Returns all values of a header, repeated or in a list. */
export const headerValues = ({ headers }: Pick<SipMessage, 'headers'>, name: string): string[] =>
  headers.flatMap(([one, value]) => (one === name ? splitAt(value, ',').filter(Boolean) : []));

/** Reads `;name=value` parameters, or comma-separated ones. */
export function parseParameters(text: string, separator = ';'): Map<string, string> {
  const pairs = splitAt(text, separator).flatMap((part): [string, string][] => {
    const equals = part.indexOf('=');
    if (equals < 0) return part ? [[part.toLowerCase(), '']] : [];
    return [[part.slice(0, equals).trim().toLowerCase(), unquoted(part.slice(equals + 1).trim())]];
  });
  return new Map(pairs.reverse()); // the first of a repeated name counts
}

const unquoted = (value: string): string =>
  value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;

/** Reads an address with or without a name and angle brackets. */
export function parseSipAddress(text: string): SipAddress {
  const [first = '', ...parameters] = splitAt(text, ';');
  const close = first.lastIndexOf('>');
  const open = first.lastIndexOf('<', close);
  const uri = open >= 0 && close > open ? first.slice(open + 1, close) : first;
  return { uri: uri.trim(), parameters: parseParameters(parameters.join(';')) };
}

export const tagOf = (message: SipMessage, name: 'from' | 'to'): string =>
  parseSipAddress(headerOf(message, name)).parameters.get('tag') ?? '';

/** Reads a URI; null if it is none of SIP. */
export function parseSipUri(text: string): SipUri | null {
  const match = /^sips?:(?:([^@<>\s]{0,500})@)?(\[[\da-f:.]{2,60}\]|[\w.-]{1,255})(?::(\d{1,5}))?(?:[;?]|$)/i.exec(
    text.slice(0, 2_000),
  );
  if (!match) return null;
  const port = match[3] === undefined ? null : Number(match[3]);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return { user: match[1] ?? '', host: match[2]!.replace(/^\[|\]$/g, ''), port };
}

/** Returns a host for URIs, IPv6 in brackets. */
export const hostInUri = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Returns an address as in packets; null for a name. */
export function usualAddress(text: string): string | null {
  if (isIP(text) !== 6 || text.includes('%')) return isIP(text) ? text : null;
  return new SocketAddress({ address: text, family: 'ipv6' }).address;
}
