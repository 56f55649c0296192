import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A decrypted notification. */
export interface Pushed {
  endpoint: string;
  payload: string;
  ttl: number;
  urgency: string;
  topic: string;
  /** Time of arrival in milliseconds since 1970. */
  at: number;
}

/** Treatment of messages for an endpoint. */
export type Treatment =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'cut'
  | 'silent'
  | 'takeAndCut'
  | 'late';

/** Subscription data that a browser gives the program. */
export interface Subscribed {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A fake push service with its browsers. */
export interface PushService {
  origin: string;
  got: Pushed[];
  /** Reasons for rejected requests. */
  faults: string[];
  /** Creates a browser that trusts only this public key. */
  subscribe(publicKey: string): Subscribed;
  /** Milliseconds until it replies. */
  delay: number;
  /** Connections closed by the program first. */
  left: number;
  /** Sets the treatment until a later call with null. */
  treat(endpoint: string, how: Treatment | null): void;
  stop(): Promise<void>;
}

interface Browser {
  keys: ECDH;
  auth: Buffer;
  trusted: string;
}

/** Starts a strict push service, which verifies (RFC 8030, 8292) and decrypts (RFC 8291). */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const treatments = new Map<string, Treatment>();
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const endpoint = `${service.origin}${request.url}`;
      const how = treatments.get(endpoint);
      if (how === 'silent') return;
      if (how === 'cut') return void request.socket.destroy();
      if (typeof how === 'object') return void response.writeHead(how.status, how.headers).end(how.body);
      const browser = browsers.get(endpoint);
      if (!browser) return void response.writeHead(404).end();
      try {
        service.got.push(taken(service.origin, endpoint, browser, request.headers, Buffer.concat(parts)));
        if (how === 'takeAndCut') return void request.socket.destroy();
        const answer = () =>
          response.writeHead(201, { location: `${service.origin}/message/${service.got.length}` }).end();
        setTimeout(answer, how === 'late' ? 300 : service.delay);
      } catch (error) {
        service.faults.push((error as Error).message);
        response.writeHead(error instanceof Unsigned ? 403 : 400).end();
      }
    });
  });
  server.keepAliveTimeout = 2000; // and announces it
  server.on('connection', (socket) => socket.on('end', () => service.left++));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const service: PushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: [],
    faults: [],
    delay: 0,
    left: 0,
    subscribe(trusted) {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const endpoint = `${service.origin}/push/${randomBytes(12).toString('base64url')}`;
      browsers.set(endpoint, { keys, auth, trusted });
      return { endpoint, p256dh, auth: auth.toString('base64url') };
    },
    treat: (endpoint, how) => void (how ? treatments.set(endpoint, how) : treatments.delete(endpoint)),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return service;
}

class Unsigned extends Error {}

function taken(
  origin: string,
  endpoint: string,
  browser: Browser,
  headers: http.IncomingHttpHeaders,
  body: Buffer,
): Pushed {
  checkSignature(origin, browser.trusted, String(headers['authorization']));
  assert.match(String(headers['ttl']), /^\d+$/, 'TTL is missing');
  assert.match(String(headers['urgency']), /^(very-low|low|normal|high)$/, 'no such urgency');
  assert.match(String(headers['topic']), /^[\w-]{1,32}$/, 'no such topic');
  assert.equal(headers['content-encoding'], 'aes128gcm');
  assert.ok(body.length <= 4096, 'too large');
  const { ttl, urgency, topic } = headers;
  const payload = decrypt(browser, body).toString('utf8');
  return { endpoint, payload, ttl: Number(ttl), urgency: String(urgency), topic: String(topic), at: Date.now() };
}

/** RFC 8292: a JWT for this service, at most a day old. */
function checkSignature(origin: string, trusted: string, authorization: string): void {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (!token || key !== trusted) throw new Unsigned('not signed by the key the browser trusts');
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Unsigned('the signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== origin) throw new Unsigned('signed for another service');
  const left = exp - Date.now() / 1000;
  if (left <= 0 || left > 86_400) throw new Unsigned('expired, or valid for more than a day');
  if (!/^(mailto:.+@.+|https:)/.test(sub)) throw new Unsigned('no contact');
}

/** RFC 8291 over RFC 8188: one record. */
function decrypt({ keys, auth }: Browser, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  assert.ok(record.length <= body.readUInt32BE(16), 'more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32);
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  assert.equal(padded[end], 2, 'the last record ends with 2');
  return padded.subarray(0, end);
}
