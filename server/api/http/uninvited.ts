import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countDenied } from '#server/api/security-log/denied.ts';
import { bearerOf, hasHeld, isInvented, isKey } from '#server/api/viewer/invented.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import { endUnlessWhole } from './whole-bodies.ts';

/** Handles anonymous requests without effect on signed-in users. */
interface Uninvited {
  /** Rejects hopeless requests before parsing: subscriptions without a session, and invented tokens. */
  turnsAway(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Runs the work: for signed-in users immediately, for others a few at a time. */
  inTurn<T>(request: FastifyRequest, work: () => T | Promise<T>): Promise<T>;
}

function prepared(refusal: Refusal) {
  const { message, extensions } = refusal;
  const json = JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }], data: null });
  return { refusal, json, stream: `event: next\ndata: ${json}\n\nevent: complete\ndata:\n\n` };
}

const nobody = prepared(new Refusal('error_unauthenticated'));
const invented = prepared(new Refusal('error_session_expired'));

const few = 4;
const busy = () => new Refusal('error_busy', undefined, { retryAfter: 5 });

/** Starts distinguishing them from others. */
export function startUninvited(app: App): Uninvited {
  const gate = createGate({ width: few, queue: 1000, patience: 10_000, refusal: busy });
  const count = (ip: string, what: string, refusal: Refusal) =>
    countDenied({ securityLog: app.securityLog, viewer: null, ip }, what, refusal);
  return {
    turnsAway(request, reply) {
      const { headers, ip } = request;
      const watches = wantsToWatch(request);
      if (headers.authorization ? !isOfNobody(app, request) : !watches) return false;
      const { refusal, json, stream } = headers.authorization ? invented : nobody;
      count(ip, headers.authorization ? 'graphql' : 'subscription', refusal);
      void reply.code(401);
      endUnlessWhole(request.raw);
      void (watches
        ? reply.header('content-type', 'text/event-stream').send(stream)
        : reply.header('content-type', 'application/json; charset=utf-8').send(json));
      return true;
    },
    async inTurn({ headers }, work) {
      if (isKnown(app, headers.authorization)) return work();
      const leave = await gate.enter();
      try {
        await turn();
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function wantsToWatch({ headers, body }: FastifyRequest): boolean {
  if (!headers.accept?.includes('text/event-stream')) return false;
  const { query } = (body ?? {}) as { query?: unknown };
  return typeof query === 'string' && /^\s*subscription\b/.test(query);
}

const isOfNobody = ({ secrets }: App, { headers }: FastifyRequest) =>
  isInvented(secrets, bearerOf(headers.authorization!));

/** Returns whether the token is of a session or a key used before. */
function isKnown({ secrets }: App, authorization: string | undefined): boolean {
  const token = bearerOf(authorization ?? '');
  return isKey(token) ? hasHeld(secrets, token) : token !== '';
}
