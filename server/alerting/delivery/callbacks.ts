import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sortReplies } from '#server/alerting/answers/replies.ts';
import { isCallbackToken } from '#server/channels/callback.ts';
import { type Adapter, DeliveryError } from '#server/channels/channel.ts';
import {
  type CallbackRequest,
  type PhoneAnswer,
  type PhoneOrder,
  type Received,
  RequestRefused,
} from '#server/channels/received.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings, type StoredSettings } from '#server/channels/settings.ts';
import { storedId } from '#server/channels/told.ts';
import type { App } from '#server/platform/context.ts';
import { inBatches } from '#server/platform/database/batch.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { refuseFlood } from '#server/platform/throttle.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { startProgress } from './progress.ts';
import { applyReceipts } from './receipts.ts';
import { storeReceived } from './store-received.ts';

type Params = { channel: string; token: string; '*'?: string };
type Call = FastifyRequest<{ Params: Params }>;

const bodyLimit = 256 * 1024;
const refusalsPerMinute = 20;
const noticeInterval = 250;

/**
 * Mounts the callbacks of providers: /api/channels/{channel}/{token}/…. The content is on disk before the response 200,
 * so that lost requests are repeated.
 */
export async function mountCallbacks(fastify: FastifyInstance, app: App, order: TakeOrder): Promise<void> {
  const progress = startProgress(app, noticeInterval);
  const apply = batchByKey(async (channelId: number, some: readonly (readonly string[])[]) => {
    progress.changed(await applyReceipts(app.db, { channelId, externalIds: some.flat() }));
    return some.map(() => ({ result: undefined }));
  });
  const tellEnds = inBatches<string>((ended) => publish(app.db, { ended }));
  fastify.addHook('onClose', () => progress.stop());
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
    for (const url of ['/api/channels/:channel/:token', '/api/channels/:channel/:token/*']) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => take(app, { apply, order, tellEnds }, request as Call, reply),
      });
    }
  });
}

/** Runs a caller's order; returns the spoken answer. */
export type TakeOrder = (channelId: number, order: PhoneOrder) => Promise<PhoneAnswer>;

interface Tools {
  /** Applies receipts by message ids, batched. */
  apply(channelId: number, externalIds: readonly string[]): Promise<void>;
  order: TakeOrder;
  /** Notifies every process of a message's end. */
  tellEnds(key: string): Promise<void>;
}

async function take(
  app: App,
  { apply, order: takeOrder, tellEnds }: Tools,
  request: Call,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const channel = await findChannel(app, request.params);
  if (!channel) return refuse(app, request, 'error_not_found');
  let received: Received;
  try {
    received = await channel.receive(callOf(app, request), channel.settings);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    app.log.warn({ event: 'callback_refused', channel: channel.id, reason: error.reason });
    return refuse(app, request, error.reason === 'signature' ? 'error_forbidden' : 'error_invalid_input');
  }
  await storeReceived(app.db, channel, received);
  await settle(app, apply, channel.id, received).catch((error: { name: string; code?: string }) => {
    app.log.warn({ event: 'callback_not_settled', channel: channel.id, error: error.name, code: error.code });
    // it is stored, and a worker retries it within a second
    void publish(app.db, { replies: true }).catch(() => undefined);
  });
  for (const key of received.ended ?? []) void tellEnds(key).catch(() => undefined); // the waiting process also polls
  const { order } = received;
  if (order) received.response = order.response(await takeOrder(channel.id, order));
  const { status = 200, type = 'text/plain; charset=utf-8', body = '' } = received.response ?? {};
  return reply.type(type).code(status).send(body);
}

interface Channel {
  id: number;
  addresses: readonly string[];
  settings: Parameters<NonNullable<Adapter['receive']>>[1];
  receive: NonNullable<Adapter['receive']>;
}

const channels = perDatabase(({ db }: Pick<App, 'db'>) =>
  batchByKey(async (_all: 'all', ids: readonly number[]) => {
    const rows = await db
      .selectFrom('channels as c')
      .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
      .select(['c.id', 'c.settings', 'c.secrets', 'c.callbackToken', 't.identifier as type'])
      .where('c.id', 'in', ids)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => ({ result: found.get(id) }));
  }),
);

/** Returns the channel of an address, active or not; null for a wrong token or a channel that receives nothing. */
async function findChannel(app: App, params: Params): Promise<Channel | null> {
  const id = /^\d{1,9}$/.test(params.channel) ? Number(params.channel) : 0;
  const row = await channels(app)('all', id);
  if (!row || !isCallbackToken(row, params.token)) return null;
  const adapter = adapterFor(row.type, row.settings);
  if (!adapter?.receive) return null;
  const settings = settingsOf(app, adapter, row);
  return { id, addresses: adapter.addresses, settings, receive: (call, values) => adapter.receive!(call, values) };
}

/** Returns a channel's settings; if unreadable, the provider must repeat. */
function settingsOf(
  { secrets, log }: App,
  adapter: Adapter,
  row: StoredSettings & { id: number },
): Channel['settings'] {
  try {
    return openSettings(secrets, adapter, row);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    log.warn({ event: 'callback_not_read', channel: row.id, reason: error.reason });
    throw new Refusal('error_unavailable', undefined, { retryAfter: 60 });
  }
}

function callOf(app: App, { method, headers, body, raw, params }: Call): CallbackRequest {
  const target = raw.url ?? '/';
  return {
    method,
    url: app.publicUrl + target,
    path: params['*'] ?? '',
    headers,
    query: new URL(target, 'http://localhost').searchParams,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

async function settle(app: App, apply: Tools['apply'], channelId: number, received: Received): Promise<void> {
  const receipts = received.receipts.map(({ externalId }) => storedId(externalId));
  if (receipts.length) await apply(channelId, receipts);
  const replies = received.replies.map(({ id }) => storedId(id));
  if (replies.length) await sortReplies(app, { channelId, externalIds: replies });
}

/** Only counts refused requests, which may be many. */
async function refuse(app: App, request: Call, key: RefusalKey): Promise<never> {
  await refuseFlood(app.db, 'callback', request.ip, refusalsPerMinute, 60);
  throw new Refusal(key);
}
