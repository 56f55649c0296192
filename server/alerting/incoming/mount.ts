import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { networkOf, refuseFlood, tooMany, withinLimit } from '#server/platform/throttle.ts';
import { mostIncomingBytes } from '#shared/incoming-kinds.ts';
import { readAlertGroup } from './read-alerts.ts';
import { readCapMessage } from './read-cap.ts';
import { findSource, incomingPath, noteRefusal, type OpenSource } from './sources.ts';
import { takeAlerts } from './take-alerts.ts';
import { takeCap } from './take-cap.ts';

type Call = FastifyRequest<{ Params: { secret: string } }>;

/** Per source; a monitoring may report each alert separately. */
const mostPerMinute = 6_000;
const wrongPerMinute = 20;
/** Large messages block this process. */
const large = { bytes: 100_000, perMinute: 120 };

/**
 * Mounts POST /api/incoming/{secret}. Identifies the source first; the message is on disk before the answer 200, so
 * that lost ones are repeated.
 */
export async function mountIncoming(scope: FastifyInstance, app: App): Promise<void> {
  const sources = new WeakMap<FastifyRequest, OpenSource>();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostIncomingBytes }, (_request, body, done) =>
    done(null, body),
  );
  scope.addHook('onRequest', async (request) => {
    sources.set(request, await sourceOf(app, request as Call));
  });
  scope.addHook('onError', async (request, _reply, error) => {
    const source = sources.get(request);
    const key = refusalKeyOf(error);
    if (source && key) await noteRefusal(app.db, source.id, key).catch(() => undefined); // the answer stays valid
  });
  scope.post(`${incomingPath}/:secret`, { bodyLimit: mostIncomingBytes }, async (request) => {
    const { id, kind } = sources.get(request)!;
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    await refuseManyLarge(app, id, body.length);
    if (kind === 'cap') return takeCap(app, id, readCapMessage(body, await usualLanguage(app.db)));
    const group = readAlertGroup(jsonOf(body));
    const taken = await takeAlerts(app, id, group);
    if (group.unread) await noteRefusal(app.db, id, 'error_incoming_unread').catch(() => undefined); // the answer stays valid
    return taken;
  });
}

async function sourceOf(app: App, { params, ip }: Call): Promise<OpenSource> {
  const source = await findSource(app.db, params.secret);
  if (!source) {
    app.securityLog.count({ kind: 'link_refused', network: networkOf(ip), what: 'incoming_address' });
    await refuseFlood(app.db, 'incoming', ip, wrongPerMinute, 60);
    throw new Refusal('error_not_found');
  }
  if (!(await withinLimit(app.db, 'incoming', String(source.id), mostPerMinute, 60))) throw tooMany(60);
  return source;
}

async function refuseManyLarge({ db }: App, sourceId: number, bytes: number): Promise<void> {
  if (bytes <= large.bytes) return;
  if (!(await withinLimit(db, 'incoming_large', String(sourceId), large.perMinute, 60))) throw tooMany(60);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal('error_incoming_alerts');
  }
}

/** For administrators; null if not the message's fault. */
function refusalKeyOf(error: unknown) {
  if ((error as { statusCode?: unknown }).statusCode === 413) return 'error_incoming_size';
  return error instanceof Refusal && error.key.startsWith('error_incoming_') ? error.key : null;
}
