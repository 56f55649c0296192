/** Name in lower case and long form, and value. */
export type SipHeader = readonly [name: string, value: string];

interface SipContent {
  headers: readonly SipHeader[];
  body: string;
}

/** A request of SIP (RFC 3261). */
export interface SipRequest extends SipContent {
  method: string;
  uri: string;
}

/** A response of SIP. */
export interface SipResponse extends SipContent {
  status: number;
  reason: string;
}

/** A message of SIP. */
export type SipMessage = SipRequest | SipResponse;

export const isSipRequest = (message: SipMessage): message is SipRequest => 'method' in message;

/** The maximum octets of a message; the same as of a datagram. */
export const longestSip = 65_535;
const mostHeaders = 200;
const longestName = 64;

const longNames: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  s: 'subject',
  t: 'to',
  v: 'via',
};
const needed = ['via', 'from', 'to', 'call-id', 'cseq'];
const single = ['from', 'to', 'call-id', 'cseq', 'content-length'];

export function parseSip(octets: Buffer): SipMessage | null {
  if (octets.length > longestSip) return null;
  const end = octets.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = octets.toString('utf8', 0, end).split('\r\n');
  const start = parseStart(first);
  const headers = parseHeaders(lines);
  if (!start || !headers) return null;
  const body = bodyOf(headers, octets.subarray(end + 4));
  if (body === null) return null;
  const message: SipMessage = { ...start, headers, body };
  return isWhole(message) ? message : null;
}

function parseStart(line: string): Pick<SipRequest, 'method' | 'uri'> | Pick<SipResponse, 'status' | 'reason'> | null {
  const response = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/.exec(line);
  if (response) return { status: Number(response[1]), reason: response[2] ?? '' };
  const request = /^([A-Z]{1,32}) (\S{1,2000}) SIP\/2\.0$/.exec(line);
  return request && { method: request[1]!, uri: request[2]! };
}

function parseHeaders(lines: readonly string[]): SipHeader[] | null {
  const headers: [string, string[]][] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      // a folded value goes on
      if (!headers.length) return null;
      headers.at(-1)![1].push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (headers.length >= mostHeaders || name.length > longestName || !/^[\w.!%*+`'~-]+$/.test(name)) return null;
    headers.push([longNames[name] ?? name, [line.slice(colon + 1).trim()]]);
  }
  return headers.map(([name, parts]) => [name, parts.join(' ')]);
}

function bodyOf(headers: readonly SipHeader[], rest: Buffer): string | null {
  const length = headers.find(([name]) => name === 'content-length')?.[1];
  if (length === undefined) return rest.toString('utf8');
  if (!/^\d{1,6}$/.test(length) || Number(length) > rest.length) return null;
  return rest.toString('utf8', 0, Number(length));
}

function isWhole(message: SipMessage): boolean {
  const names = new Set(message.headers.map(([name]) => name));
  if (!needed.every((name) => names.has(name))) return false;
  const repeated = single.some((one) => message.headers.filter(([name]) => name === one).length > 1);
  const cseq = cseqOf(message);
  return !repeated && cseq !== null && (!isSipRequest(message) || cseq.method === message.method);
}

export const headerOf = ({ headers }: Pick<SipContent, 'headers'>, name: string): string =>
  headers.find(([one]) => one === name)?.[1] ?? '';

/** Returns number and method of CSeq; null if invalid. */
export function cseqOf(message: SipMessage): { number: number; method: string } | null {
  const match = /^(\d{1,10})[ \t]+([A-Z]{1,32})$/.exec(headerOf(message, 'cseq'));
  return match && { number: Number(match[1]), method: match[2]! };
}

const usualForms: Readonly<Record<string, string>> = {
  'call-id': 'Call-ID',
  cseq: 'CSeq',
  'www-authenticate': 'WWW-Authenticate',
};
const usualForm = (name: string): string =>
  usualForms[name] ?? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** Line ends in values become spaces, so that no value adds a header. */
export function writeSip(message: SipMessage): Buffer {
  const start = isSipRequest(message)
    ? `${message.method} ${message.uri} SIP/2.0`
    : `SIP/2.0 ${message.status} ${message.reason}`;
  const body = Buffer.from(message.body);
  const headers = message.headers.filter(([name]) => name !== 'content-length');
  const lines = [start, ...headers.map(([name, value]) => `${usualForm(name)}: ${value}`)];
  const head = lines.map((line) => line.replace(/[\r\n\0]/g, ' ')).join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`), body]);
}
