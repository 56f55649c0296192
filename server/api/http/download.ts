import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { actingIn, withActing } from '#server/api/viewer/acting.ts';
import { type SignedIn, signedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { contextOf } from './context.ts';
import { refusalOf } from './mask.ts';

/** A file: whole, or in pieces at the client's pace. */
export interface Download {
  /** Its readable name, sanitized before sending. */
  name: string;
  content: Buffer | string | AsyncIterable<Piece>;
  inline?: boolean;
  /** Contains addresses and numbers of people. */
  hasContacts?: boolean;
}

type Piece = string | Uint8Array;

const types: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  vcf: 'text/vcard; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Mounts GET `path`, which sends the file of `make` to signed-in users. Never cached; a failure midway closes the
 * connection, so that a partial file never seems complete. Records the user in the security log.
 */
export function mountDownload<Route extends RouteGenericInterface>(
  fastify: FastifyInstance,
  app: App,
  path: string,
  make: (ctx: SignedIn, request: FastifyRequest<Route>) => Promise<Download>,
): void {
  fastify.get(path, async (request, reply) => {
    const ctx = signedIn(await contextOf(app, request));
    const { name, content, inline, hasContacts } = await make(ctx, request as FastifyRequest<Route>);
    const kind = hasContacts ? 'contacts_exported' : 'exported';
    const what = request.url.split('?', 1)[0]!;
    await withActing(actingIn(ctx), () => recordSecurity(ctx.db, { kind, what }));
    const isWhole = typeof content === 'string' || Buffer.isBuffer(content);
    const body = isWhole ? content : await streamOf(content, app);
    return named(reply, name, inline)
      .type(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
      .header('cache-control', 'no-store')
      .send(body);
  });
}

/** Sets a file name with any characters (RFC 6266). */
export function named(reply: FastifyReply, name: string, inline = false): FastifyReply {
  // no path separators and no direction characters, as in exe.‮gpj
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, '-');
  const plain = safe
    .replace(/[äöüÄÖÜß]/g, (letter) => transcribed[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|%/g, '_');
  const full = plain === safe ? '' : `; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, percent)}`;
  return reply.header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename="${plain}"${full}`);
}

const transcribed: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };
const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns the started stream, so that an immediate failure is a normal error. */
async function streamOf(pieces: AsyncIterable<Piece>, app: Pick<App, 'log'>): Promise<Readable> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  return Readable.from(continued(iterator, first, app));
}

async function* continued(
  iterator: AsyncIterator<Piece>,
  first: IteratorResult<Piece>,
  app: Pick<App, 'log'>,
): AsyncGenerator<Piece> {
  try {
    for (let turn = first; !turn.done; turn = await iterator.next()) yield turn.value;
  } catch (error) {
    // Fastify closes the connection and logs the error
    throw refusalOf(error, app);
  } finally {
    await iterator.return?.();
  }
}
