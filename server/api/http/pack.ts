import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const WORTHWHILE = 1000; // characters; less fits into one packet anyway

/** By size of the result. */
const codings = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip) as (text: string) => Promise<Buffer>,
};
type Coding = keyof typeof codings;

/**
 * Compresses a response. Only for requests with a token in a header, which no other site can cause, so that the length
 * reveals nothing.
 */
export async function pack(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  void reply.header('vary', 'accept-encoding');
  if (text.length < WORTHWHILE || !request.headers.authorization) return text;
  const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
  if (!coding) return text;
  void reply.header('content-encoding', coding).removeHeader('content-length');
  return codings[coding](text);
}

/**
 * Returns the preferred coding of an Accept-Encoding header (RFC 9110, 12.5.3), of equal ones the smaller; null for
 * none. A weight of 0 refuses a coding; `*` means unnamed ones.
 */
export function codingFor(header: string): Coding | null {
  const weights = new Map(header.split(',').map(weightOf));
  const others = weights.get('*') ?? 0;
  let best: Coding | null = null;
  let highest = weights.get('identity') ?? 0;
  for (const coding of Object.keys(codings) as Coding[]) {
    const weight = weights.get(coding) ?? others;
    if (weight > 0 && (weight > highest || (!best && weight === highest))) {
      best = coding;
      highest = weight;
    }
  }
  return best;
}

function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
  const given = parameters.find((one) => one.startsWith('q='))?.slice(2);
  const weight = given === undefined ? 1 : Number(given || Number.NaN);
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}
