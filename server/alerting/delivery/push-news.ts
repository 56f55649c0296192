import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { deviceUsed } from '#server/channels/devices/devices.ts';
import { isNewsMac } from '#server/channels/webpush/news.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { refuseFlood } from '#server/platform/throttle.ts';
import { type Progress, startProgress } from './progress.ts';
import { applyReceipts } from './receipts.ts';
import { storeReceived } from './store-received.ts';

type Call = FastifyRequest<{ Params: { key: string; device: string; mac: string } }>;

const noticeInterval = 250;
const states = { shown: 'delivered', clicked: 'read', answered: 'read' } as const;

/**
 * Mounts devices' reports about a notification: displayed, clicked, answered. The address came with the notification
 * and is valid for this message on this device. Only POST has effects.
 */
export async function mountPushNews(fastify: FastifyInstance, app: App): Promise<void> {
  const progress = startProgress(app, noticeInterval);
  fastify.addHook('onClose', () => progress.stop());
  fastify.post('/api/push/:key/:device/:mac', { bodyLimit: 2_000 }, (request: Call, reply) =>
    take(app, progress, request, reply),
  );
}

async function take(app: App, progress: Progress, request: Call, reply: FastifyReply): Promise<FastifyReply> {
  const { key, mac } = request.params;
  const device = /^\d{1,9}$/.test(request.params.device) ? Number(request.params.device) : 0;
  const recipient = isNewsMac(app.secrets, key, device, mac) ? await findRecipient(app, key) : null;
  if (!recipient) {
    await refuseFlood(app.db, 'push_news', request.ip, 20, 60);
    throw new Refusal('error_not_found');
  }
  const { state, option, press } = (request.body ?? {}) as Record<'state' | 'option' | 'press', unknown>;
  if (typeof state !== 'string' || !Object.hasOwn(states, state)) throw new Refusal('error_invalid_input');
  if (state === 'answered') await takeAnswer(app, recipient.id, option, `${key} ${device} ${pressOf(press)}`);
  await deviceUsed(app.db, device);
  const receipt = { externalId: key, status: states[state as keyof typeof states] };
  const { channelId } = recipient;
  await storeReceived(app.db, { id: channelId, addresses: [] }, { receipts: [receipt], replies: [] });
  progress.changed(await applyReceipts(app.db, { channelId, externalIds: [key] }));
  return reply.code(204).send();
}

/** Returns a message key's recipient, unless a later attempt has another key. */
async function findRecipient(app: App, key: string): Promise<{ id: number; channelId: number } | null> {
  const [, id, generation] = /^d\.(\d{1,9})\.(\d{1,9})\.[0-9a-f]{8}$/.exec(key) ?? [];
  if (!id || !generation) return null;
  const row = await app.db
    .selectFrom('messageRecipients')
    .select(['id', 'channelId'])
    .where('id', '=', Number(id))
    .where('generation', '=', Number(generation))
    .executeTakeFirst();
  return row ? { id: row.id, channelId: row.channelId } : null;
}

/** Distinguishes presses; empty without an id. */
const pressOf = (press: unknown): string => (typeof press === 'string' ? press.slice(0, 100) : '');

/** Ignores unasked people and repetitions. */
async function takeAnswer(app: App, recipientId: number, option: unknown, press: string): Promise<void> {
  if (typeof option !== 'string') throw new Refusal('error_invalid_input');
  const asked = await app.db
    .selectFrom('messageRecipients')
    .select('id')
    .where('id', '=', recipientId)
    .where('tokenHash', 'is not', null)
    .executeTakeFirst();
  if (!asked) throw new Refusal('error_not_found');
  const requestHash = sha256(`push ${press} ${option}`);
  await recordAnswer(app, { recipientId, option, source: 'webpush', requestHash });
}
