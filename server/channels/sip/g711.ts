import type { Law } from './sdp.ts';

export function toAlaw(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const size = Math.min(0x7fff, sample >= 0 ? sample : -sample - 1) >> 3; // 12 bits
  const segment = Math.max(0, 32 - Math.clz32(size >> 5));
  const step = segment < 2 ? (size >> 1) & 0x0f : (size >> segment) & 0x0f;
  return (sign | (segment << 4) | step) ^ 0x55;
}

const bias = 0x84;

export function toUlaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(0x7f7b, Math.abs(sample)) + bias;
  const segment = 24 - Math.clz32(size);
  return ~(sign | (segment << 4) | ((size >> (segment + 3)) & 0x0f)) & 0xff;
}

/** The octet of silence. */
export const silence: Readonly<Record<Law, number>> = { alaw: toAlaw(0), ulaw: toUlaw(0) };

/** Encodes samples of 16 bits. */
export function encodeG711(samples: Int16Array, law: Law): Buffer {
  const encode = law === 'alaw' ? toAlaw : toUlaw;
  const octets = Buffer.allocUnsafe(samples.length);
  for (let at = 0; at < samples.length; at++) octets[at] = encode(samples[at]!);
  return octets;
}

const fromAlaw = (octet: number): number => {
  const bits = octet ^ 0x55;
  const [segment, step] = [(bits >> 4) & 0x07, bits & 0x0f];
  const size = segment === 0 ? (step << 4) + 8 : ((step << 4) + 0x108) << (segment - 1);
  return bits & 0x80 ? size : -size;
};

const fromUlaw = (octet: number): number => {
  const bits = ~octet & 0xff;
  const size = ((((bits & 0x0f) << 3) + bias) << ((bits >> 4) & 0x07)) - bias;
  return bits & 0x80 ? -size : size;
};

// computed with the first call, because every start loads this file
const sizes = new Map<Law, Uint16Array>();

function sizesOf(law: Law): Uint16Array {
  const known = sizes.get(law);
  if (known) return known;
  const decode = law === 'alaw' ? fromAlaw : fromUlaw;
  const found = Uint16Array.from({ length: 256 }, (_, octet) => Math.abs(decode(octet)));
  sizes.set(law, found);
  return found;
}

/** Returns the mean size of the samples; 0 without any. */
export function meanSize(octets: Buffer, law: Law): number {
  const size = sizesOf(law);
  let sum = 0;
  for (const octet of octets) sum += size[octet]!;
  return octets.length ? sum / octets.length : 0;
}
