import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { actingIn, withActing } from '#server/api/viewer/acting.ts';
import { type SignedIn, signedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { contextOf } from './context.ts';
import { refusalOf } from './mask.ts';

/** A file to be sent: whole, or piece by piece as the client takes it. */
export interface Download {
  /** As people would name it; it is made safe on the way. */
  name: string;
  content: Buffer | string | AsyncIterable<Piece>;
  /** The browser shows it rather than keeping it. */
  inline?: boolean;
  /** Addresses and numbers of people are in it. */
  hasContacts?: boolean;
}

type Piece = string | Uint8Array;

const types: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  vcf: 'text/vcard; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Mounts GET `path`, which sends what `make` answers to whoever is signed in; what `make` refuses is refused. The answer
 * is kept nowhere, and one that fails in the middle is cut off, so that half a file never looks whole. Nothing leaves before
 * the security log says who takes it.
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

/** Names the file that is answered (RFC 6266), also in letters that a header cannot hold. */
export function named(reply: FastifyReply, name: string, inline = false): FastifyReply {
  // neither a path nor what turns the reading direction around, such as exe.‮gpj
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

/** The pieces as a stream; begun here, so that what fails at once is answered like any other error. */
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
    // Fastify closes the connection, and says what it hears into the log
    throw refusalOf(error, app);
  } finally {
    await iterator.return?.();
  }
}
