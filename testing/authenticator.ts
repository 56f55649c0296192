import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto';

/** The algorithms of the keys, as COSE numbers them. */
const algorithms = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
type Algorithm = keyof typeof algorithms;

/** Options of one response; every default is right. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether the authenticator checks its owner. */
  isVerified?: boolean;
  /** The count to report, instead of the next one. */
  count?: number;
  type?: string;
  /** The key that signs, instead of the own one. */
  key?: KeyObject;
  userHandle?: string | null;
  crossOrigin?: boolean;
  /** An unwanted attestation with a broken certificate. */
  attestation?: string;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flagUp = 0x01;
const flagVerified = 0x04;
const flagCredential = 0x40;

/** A software passkey, which by default attests nothing. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly origin: string;
  readonly algorithm: Algorithm;
  readonly privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  /** Null without a counter. */
  count: number | null;
  userHandle: string | null = null;

  constructor(origin: string, { algorithm = 'ES256' as Algorithm, counts = true } = {}) {
    this.origin = origin;
    this.algorithm = algorithm;
    this.count = counts ? 0 : null;
    const pair =
      algorithm === 'ES256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : algorithm === 'EdDSA'
          ? generateKeyPairSync('ed25519')
          : generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  /** Responds to a browser's creation options. */
  create(options: CreationOptions, deviation: Deviation = {}): object {
    this.userHandle = options.user.id;
    const clientData = this.#clientData('webauthn.create', options.challenge, deviation);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cose(this.#publicKey, this.algorithm)]);
    const data = Buffer.concat([this.#head(options.rp.id, deviation, flagCredential), credential]);
    const { attestation } = deviation;
    const statement = map([[text('x5c'), Buffer.concat([cborHead(4, 1), bytes(Buffer.from('no certificate'))])]]);
    const attestationObject = map([
      [text('fmt'), text(attestation ?? 'none')],
      [text('attStmt'), attestation ? statement : map([])],
      [text('authData'), bytes(data)],
    ]);
    return this.#response({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Responds to a browser's request options. */
  get(options: RequestOptions, deviation: Deviation = {}): object {
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const data = this.#head(options.rpId, deviation, 0);
    const signed = Buffer.concat([data, sha256(clientData)]);
    const handle = deviation.userHandle === undefined ? this.userHandle : deviation.userHandle;
    return this.#response({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature(signed, deviation.key ?? this.privateKey, this.algorithm).toString('base64url'),
      ...(handle === null ? {} : { userHandle: handle }),
    });
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? this.origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    );
  }

  #head(rpId: string | undefined, { rpId: other, isVerified = true, count }: Deviation, more: number): Buffer {
    if (this.count !== null) this.count++;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count ?? this.count ?? 0);
    const flags = Buffer.from([flagUp | (isVerified ? flagVerified : 0) | more]);
    return Buffer.concat([sha256(other ?? rpId ?? ''), flags, counter]);
  }

  #response(response: object): object {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function signature(data: Buffer, key: KeyObject, algorithm: Algorithm): Buffer {
  if (algorithm === 'EdDSA') return signBytes(null, data, key);
  return createSign('sha256').update(data).sign(key);
}

/** The public key as COSE writes it (RFC 9053). */
function cose(key: KeyObject, algorithm: Algorithm): Buffer {
  const jwk = key.export({ format: 'jwk' });
  const of = (name: 'x' | 'y' | 'n' | 'e') => bytes(Buffer.from(jwk[name] ?? '', 'base64url'));
  const head = (kty: number): [Buffer, Buffer][] => [
    [integer(1), integer(kty)],
    [integer(3), integer(algorithms[algorithm])],
  ];
  if (algorithm === 'RS256') return map([...head(3), [integer(-1), of('n')], [integer(-2), of('e')]]);
  if (algorithm === 'EdDSA') return map([...head(1), [integer(-1), integer(6)], [integer(-2), of('x')]]);
  return map([...head(2), [integer(-1), integer(1)], [integer(-2), of('x')], [integer(-3), of('y')]]);
}

// CBOR (RFC 8949), the parts that occur here
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  const head = Buffer.from([(major << 5) | 25, 0, 0]);
  head.writeUInt16BE(value, 1);
  return head;
}

const integer = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const bytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const text = (value: string) => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
