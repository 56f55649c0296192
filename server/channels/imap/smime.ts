/** An ASN.1 value in BER by offsets. */
interface Value {
  tag: number;
  start: number;
  end: number;
  next: number;
}

const deepest = 16;
const tags = { oid: 0x06, octets: 0x04, octetsInParts: 0x24, sequence: 0x30, explicit: 0xa0 } as const;
const signedData = '2a864886f70d010702';

/** Parses the value at an offset; null if invalid or truncated. Lengths may be indefinite. */
function valueAt(bytes: Buffer, at: number, depth = 0): Value | null {
  const [tag, length] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || length === undefined || (tag & 0x1f) === 0x1f || depth > deepest) return null;
  if (length === 0x80) {
    let place = at + 2;
    while (bytes[place] !== 0 || bytes[place + 1] !== 0) {
      const part = valueAt(bytes, place, depth + 1);
      if (!part) return null;
      place = part.next;
    }
    return { tag, start: at + 2, end: place, next: place + 2 };
  }
  const more = length < 0x80 ? 0 : length & 0x7f;
  if (more > 4 || at + 2 + more > bytes.length) return null;
  const start = at + 2 + more;
  const end = start + (more ? bytes.readUIntBE(at + 2, more) : length);
  return end <= bytes.length ? { tag, start, end, next: end } : null;
}

function partsOf(bytes: Buffer, { start, end }: Value): Value[] {
  const parts: Value[] = [];
  for (let at = start; at < end; ) {
    const part = valueAt(bytes, at);
    if (!part) break;
    parts.push(part);
    at = part.next;
  }
  return parts;
}

function octetsOf(bytes: Buffer, value: Value | undefined): Buffer | null {
  if (value?.tag === tags.octets) return bytes.subarray(value.start, value.end);
  if (value?.tag !== tags.octetsInParts) return null;
  return Buffer.concat(partsOf(bytes, value).map((part) => octetsOf(bytes, part) ?? Buffer.alloc(0)));
}

/**
 * Returns the mail inside an S/MIME signature (RFC 8551, `signed-data`), unverified; null if encrypted or truncated.
 */
export function signedMail(bytes: Buffer): Buffer | null {
  const info = valueAt(bytes, 0);
  if (info?.tag !== tags.sequence) return null;
  const [type, wrapped] = partsOf(bytes, info);
  const isSigned = type?.tag === tags.oid && bytes.toString('hex', type.start, type.end) === signedData;
  if (!isSigned || wrapped?.tag !== tags.explicit) return null;
  const [data] = partsOf(bytes, wrapped);
  const content = data && partsOf(bytes, data).find(({ tag }) => tag === tags.sequence);
  const inner = content && partsOf(bytes, content).find(({ tag }) => tag === tags.explicit);
  return inner ? octetsOf(bytes, partsOf(bytes, inner)[0]) : null;
}
