import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { type SignedIn, signedIn } from '#server/viewer/viewer.ts';
import { createContext } from './context.ts';

/** The context of a download; refuses whoever is not signed in. */
export async function downloadContext(app: App, request: FastifyRequest): Promise<SignedIn> {
  return signedIn(await createContext(app, request.headers.authorization, request.ip));
}

/** Sends a file piece by piece, as the client takes it. */
export function sendFile(reply: FastifyReply, name: string, pieces: AsyncIterable<string>): FastifyReply {
  const type = name.endsWith('.vcf') ? 'text/vcard; charset=utf-8' : 'text/csv; charset=utf-8';
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(Readable.from(pieces));
}
