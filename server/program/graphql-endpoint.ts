import type { FastifyInstance } from 'fastify';
import { loadSoon } from '#server/api/http/load-soon.ts';
import { pack } from '#server/api/http/pack.ts';
import { startUninvited } from '#server/api/http/uninvited.ts';
import { startUploads } from '#server/api/http/uploads.ts';
import type { Watching } from '#server/api/live-queries/mount.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ExecutionRequest } from './graphql-execution.ts';

/**
 * Mounts the API at /api/graphql; `apiPath` rewrites the other documented paths to it. Its code loads with the first
 * request, or shortly after the start.
 */
export async function mountGraphql(fastify: FastifyInstance, app: App, watching: Watching): Promise<void> {
  // loading the schema takes longer than the rest of the start
  const load = async () => (await import('./graphql-execution.ts')).createExecution(app);
  const execution = loadSoon(fastify, load, true);
  const uninvited = startUninvited(app);
  const uploads = startUploads(app);
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const json = { parseAs: 'string', bodyLimit: limits.requestBytes } as const;
    scope.addContentTypeParser('application/json', json, (_request, text, done) => done(null, bodyOf(String(text))));
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null)); // Yoga reads the stream
    scope.setErrorHandler((error, _request, reply) => {
      if ((error as { statusCode?: number }).statusCode !== 413) throw error;
      return reply.code(413).send({ errors: [new Refusal('error_request_size')] });
    });
    scope.route({
      url: '/api/graphql',
      method: ['POST'],
      handler: async (request, reply) => {
        if (uninvited.turnsAway(request, reply)) return reply;
        const yoga = await execution();
        const asked: ExecutionRequest = { incoming: request, watching: {} };
        // listeners use memory, and only uploads need them
        const response = await (request.body === undefined
          ? uploads(request, reply, async () => yoga.handleNodeRequestAndResponse(request, reply, asked))
          : uninvited.inTurn(request, () => yoga.handleNodeRequest(request, asked)));
        if (!response) return reply;
        const { viewer = null, watched } = asked.watching;
        if (watched) {
          request.body = undefined; // equal views share one copy
          return watching.open(reply, viewer, watched);
        }
        // Yoga answers 200 to clients that accept application/json.
        const status = typeof request.body === 'string' ? 400 : response.status;
        void reply.code(status).headers(Object.fromEntries(response.headers));
        return pack(request, reply, await response.text());
      },
    });
  });
}

const longestQuoted = 100;

/** Returns a body for Yoga: an object, else a text to refuse. */
function bodyOf(text: string): unknown {
  try {
    const asked: unknown = JSON.parse(text);
    if (typeof asked === 'object' && asked !== null && Object.keys(asked).length) return asked;
  } catch {
    // Yoga reports the error.
  }
  return text && text.length <= longestQuoted ? text : '{';
}

/** The one path behind the documented ones: /api/graphql/, /api/v2/graphql and /api/graphql/stream. */
export function apiPath(url: string): string {
  return url.replace(/^\/api\/(v2\/)?graphql(\/stream)?\/?(?=\?|$)/, '/api/graphql');
}
