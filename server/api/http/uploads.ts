import type { FastifyReply, FastifyRequest } from 'fastify';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { createEachUser } from '#server/api/connection-pools/each-user.ts';
import { countDenied } from '#server/api/security-log/denied.ts';
import { readingViewerOf } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { httpStatus, Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import type { RefusalCode } from '#shared/refusal-code.ts';
import { refusalOf } from './mask.ts';
import { endUnlessWhole } from './whole-bodies.ts';

type Uploads = <T>(request: FastifyRequest, reply: FastifyReply, take: () => Promise<T>) => Promise<T | null>;

// each stays in memory, up to `limits.requestBytes`
const most = 16;
const mostOfOne = 4;

/** Accepts files only from signed-in users, limited per process and per user. */
export function startUploads(app: App): Uploads {
  const refusal = () => new Refusal('error_busy', undefined, { retryAfter: 5 });
  const gate = createGate({ width: most, queue: 100, patience: 30_000, refusal });
  const eachUser = createEachUser({ width: mostOfOne, queue: 30, patience: 60_000, refusal });
  const whose = async ({ headers, ip }: FastifyRequest): Promise<string> => {
    const viewer = await readingViewerOf(within(app, 'pages'), headers.authorization, ip);
    if (!viewer) throw new Refusal('error_unauthenticated');
    return String(viewer.id); // with any of their keys
  };
  return async (request, reply, take) => {
    let isTaken = false;
    try {
      return await eachUser(await whose(request), async () => {
        const leave = await gate.enter();
        isTaken = true;
        try {
          return await take();
        } finally {
          leave();
        }
      });
    } catch (error) {
      if (isTaken) throw error;
      const { message, extensions } = refusalOf(error, app);
      const code = extensions['code'] as RefusalCode;
      countDenied({ securityLog: app.securityLog, viewer: null, ip: request.ip }, 'graphql', { message });
      endUnlessWhole(request.raw);
      void reply.code(httpStatus(code)).send({ errors: [{ message, extensions: { code } }], data: null });
      return null;
    }
  };
}
