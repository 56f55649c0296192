import { createHash, randomBytes } from 'node:crypto';

/** Read independently of the program's code. */
export interface PlainSip {
  first: string;
  method: string;
  /** By name in lower case; of repeated ones the first. */
  headers: Record<string, string>;
  vias: string[];
  body: string;
}

/** Reads a message. */
export function readPlain(text: string): PlainSip {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    first,
    method: first.split(' ')[0]!,
    headers: Object.fromEntries([...pairs].reverse()),
    vias: pairs.flatMap(([name, value]) => (name === 'via' ? [value] : [])),
    body,
  };
}

/** Writes a response to a request. */
export function plainResponse(request: PlainSip, status: string, tag: string, more: string[] = [], body = ''): string {
  const { from, to } = request.headers;
  return [
    `SIP/2.0 ${status}`,
    ...request.vias.map((via) => `Via: ${via}`),
    `From: ${from}`,
    `To: ${to}${/;tag=/.test(to!) ? '' : `;tag=${tag}`}`,
    `Call-ID: ${request.headers['call-id']}`,
    `CSeq: ${request.headers['cseq']}`,
    ...more,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

const hash = (algorithm: string, text: string) =>
  createHash(algorithm === 'SHA-256' ? 'sha256' : 'md5')
    .update(text)
    .digest('hex');

/** A challenge, and the check of the credentials for it. */
export class PlainDigest {
  readonly nonce: string = randomBytes(8).toString('hex');
  readonly realm: string = 'anlage';
  readonly algorithm: 'MD5' | 'SHA-256';

  constructor(algorithm: 'MD5' | 'SHA-256') {
    this.algorithm = algorithm;
  }

  get challenge(): string {
    return `Digest realm="${this.realm}", nonce="${this.nonce}", qop="auth", algorithm=${this.algorithm}`;
  }

  accepts(request: PlainSip, header: string, password: string): boolean {
    const given = request.headers[header];
    if (!given) return false;
    const value = (name: string) =>
      new RegExp(`(?:^|[ ,])${name}="?([^",]+)"?`).exec(given.replace(/^Digest/, ''))?.[1] ?? '';
    const secret = hash(this.algorithm, `${value('username')}:${this.realm}:${password}`);
    const asked = hash(this.algorithm, `${request.method}:${value('uri')}`);
    const whole = [secret, this.nonce, value('nc'), value('cnonce'), 'auth', asked].join(':');
    return value('response') === hash(this.algorithm, whole);
  }
}
