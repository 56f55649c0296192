import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { countDenied } from '#server/api/security-log/denied.ts';
import type { App } from '#server/platform/context.ts';
import { httpStatus, Refusal } from '#server/platform/errors.ts';
import type { RefusalCode } from '#shared/refusal-code.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { viewerIn } from './context.ts';
import { refusalOf } from './mask.ts';

/** The error page for browsers. */
export interface ErrorPage {
  headers: Record<string, string>;
  /** `id` is the failure's log id. */
  render: (request: FastifyRequest, status: number, id: string | undefined) => string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors of the route get this page instead of JSON. */
    errorPage?: ErrorPage;
  }
}

// Fastify's own refusals, by status
const badRequests: Partial<Record<number, RefusalKey>> = {
  404: 'error_not_found',
  405: 'error_method',
  413: 'error_request_size',
  415: 'error_content_type',
};

/**
 * Handles errors outside of GraphQL: {message, fields?, id?, factors?} or the route's error page. Logs unexpected ones
 * masked; refusals for lack of rights count in the security log.
 */
export function answerErrors(app: Pick<App, 'log' | 'securityLog'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const bad = badRequest(error);
    const refusal = bad ? new Refusal(bad.key) : refusalOf(error, app);
    const { code, fields, details } = refusal.extensions as {
      code: RefusalCode;
      fields?: Record<string, RefusalKey>;
      details?: { retryAfter?: number; id?: string; factors?: object };
    };
    const status = bad?.status ?? httpStatus(code);
    const what = `${request.method} ${request.routeOptions.url ?? ''}`;
    countDenied({ securityLog: app.securityLog, viewer: viewerIn(request), ip: request.ip }, what, refusal);
    if (details?.retryAfter) void reply.header('retry-after', details.retryAfter);
    // the route's headers don't apply
    for (const name of ['etag', 'last-modified', 'content-disposition']) void reply.removeHeader(name);
    void reply.code(status).header('cache-control', 'no-store');
    const page = request.routeOptions.config?.errorPage;
    if (page) {
      // a page request retries automatically
      if (status === 503 && request.method === 'GET') void reply.header('refresh', details?.retryAfter ?? 5);
      const html = page.render(request, status, details?.id);
      return reply.headers(page.headers).type('text/html; charset=utf-8').send(html);
    }
    return reply
      .type('application/json; charset=utf-8')
      .send({ message: refusal.key, fields, id: details?.id, factors: details?.factors });
  };
}

/** Only Fastify's refusals carry a status. */
function badRequest(error: unknown): { status: number; key: RefusalKey } | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (typeof status !== 'number' || status < 400 || status > 499) return null;
  return { status, key: badRequests[status] ?? 'error_invalid_input' };
}

/** Answers 405 for other methods of mounted paths. Start before mounting anything, call `mount` last. */
export function refuseOtherMethods(fastify: FastifyInstance): { mount(): void } {
  const routes = new Map<string, RouteOptions[]>();
  fastify.addHook('onRoute', (route) => void routes.set(route.url, [...(routes.get(route.url) ?? []), route]));
  return {
    mount() {
      for (const [url, mounted] of [...routes]) {
        if (url.includes('*')) continue; // matches unmounted paths
        const methods = new Set(mounted.flatMap(({ method }) => method));
        const allow = [...methods].sort().join(', ');
        fastify.route({
          url,
          method: fastify.supportedMethods.filter((method) => !methods.has(method)),
          config: mounted[0]!.config ?? {},
          // before reading the body
          onRequest: async (_request, reply) => {
            void reply.header('allow', allow);
            throw Object.assign(new Error('method not allowed'), { statusCode: 405 });
          },
          handler: async () => null,
        });
      }
    },
  };
}
