import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const WORTHWHILE = 1000; // characters; less fits into one packet anyway

/**
 * Compresses an answer as the client accepts it. Only for answers to requests that carry a token in a header: no other site
 * can make a browser send one, so the length of the answer tells nobody anything.
 */
export async function pack(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  void reply.header('vary', 'accept-encoding');
  if (text.length < WORTHWHILE || !request.headers.authorization) return text;
  if (/\bbr\b/.test(accepted)) {
    void reply.header('content-encoding', 'br').removeHeader('content-length');
    return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  }
  if (/\bgzip\b/.test(accepted)) {
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return promisify(gzip)(text);
  }
  return text;
}
