import type { FastifyInstance } from 'fastify';
import { movePushDevice } from '#server/channels/devices/push-channel.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseFlood } from '#server/platform/throttle.ts';

/** Mounts POST /api/push/moved for new addresses of browsers. The former address identifies the device. */
export async function mountPushMoves(fastify: FastifyInstance, app: App): Promise<void> {
  fastify.post('/api/push/moved', { bodyLimit: 10_000 }, async (request, reply) => {
    const { former, now } = (request.body ?? {}) as { former?: unknown; now?: unknown };
    const [{ endpoint: address, auth }, given] = [textsIn(former, 'endpoint', 'auth'), textsIn(now, ...names)];
    if (await movePushDevice(app, { address, auth }, given)) return reply.code(204).send();
    await refuseFlood(app.db, 'push_moved', request.ip, 20, 60);
    throw new Refusal('error_not_found');
  });
}

const names = ['endpoint', 'p256dh', 'auth'] as const;

function textsIn<Name extends string>(given: unknown, ...wanted: Name[]): Record<Name, string> {
  const object = (given ?? {}) as Record<string, unknown>;
  if (!wanted.every((name) => typeof object[name] === 'string')) throw new Refusal('error_invalid_input');
  return object as Record<Name, string>;
}
