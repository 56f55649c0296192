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
