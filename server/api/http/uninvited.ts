import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countDenied } from '#server/api/security-log/denied.ts';
import { bearerOf, hasHeld, isInvented, isKey } from '#server/api/viewer/invented.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import { endUnlessWhole } from './whole-bodies.ts';

/** What becomes of requests that nobody signed in for: however many there are, who is signed in works on. */
interface Uninvited {
  /**
   * Answers what cannot be allowed whatever it asks, before the document is so much as parsed: watching without being signed in,
   * for what can be watched is never public, and anything with a token that is invented. False when it did not.
   */
  turnsAway(request: FastifyRequest, reply: FastifyReply): boolean;
  /** Does the work: of who is signed in at once, of all others a few at a time, with everybody else's between two of them. */
  inTurn<T>(request: FastifyRequest, work: () => T | Promise<T>): Promise<T>;
}

/** A refusal with its answer, put together once. */
function prepared(refusal: Refusal) {
  const { message, extensions } = refusal;
  const json = JSON.stringify({ errors: [{ message, extensions: { code: extensions['code'] } }], data: null });
  return { refusal, json, stream: `event: next\ndata: ${json}\n\nevent: complete\ndata:\n\n` };
}

const nobody = prepared(new Refusal('error_unauthenticated'));
const invented = prepared(new Refusal('error_session_expired'));

const few = 4;
const busy = () => new Refusal('error_busy', undefined, { retryAfter: 5 });

/** Begins to tell them apart from the others. */
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

/** Whether the token is of a session, since an invented one came no further, or of a key that was used before. */
function isKnown({ secrets }: App, authorization: string | undefined): boolean {
  const token = bearerOf(authorization ?? '');
  return isKey(token) ? hasHeld(secrets, token) : token !== '';
}
