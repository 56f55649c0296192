import type { FastifyError, FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { httpStatus, Refusal } from '#server/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** Answers errors of the plain endpoints as {message, fields?}; what is no refusal is a bug, masked and logged once. */
export function answerErrorsAsJson(fastify: FastifyInstance, app: Pick<App, 'log'>): void {
  fastify.setErrorHandler<FastifyError | Refusal>((error, _request, reply) => {
    if (error instanceof Refusal) {
      const { code, fields, details } = error.extensions as {
        code: Parameters<typeof httpStatus>[0];
        fields?: Record<string, RefusalKey>;
        details?: { retryAfter?: number };
      };
      if (details?.retryAfter) void reply.header('retry-after', details.retryAfter);
      return reply.code(httpStatus(code)).send({ message: error.key, ...(fields ? { fields } : {}) });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: 'error_invalid_input' });
    const id = crypto.randomUUID();
    const frames = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at '));
    app.log.error({
      event: 'request_failed',
      id,
      error: { name: error.name, code: error.code, stack: frames?.slice(0, 8).join('\n') },
    });
    return reply.code(500).send({ message: 'error_internal', id });
  });
}
