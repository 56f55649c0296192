import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { App } from '#server/platform/context.ts';
import { reportDirectives, reportingEndpoints } from './policy-reports.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route says itself what its page may load. */
    hasOwnPolicy?: true;
  }
}

/**
 * What every answer says of how a browser may use it, above all what its pages may load: their own files, and besides pictures
 * of this installation only tiles of the map that it is set up with.
 */
export function sendUsualHeaders(fastify: FastifyInstance, app: App, tileOrigin: () => string | null): void {
  const besidesPolicy = {
    strictTransportSecurity: app.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: false, // frame-ancestors says it
    referrerPolicy: { policy: 'no-referrer' },
  } as const;
  const contentSecurityPolicy = {
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"], // of the start page besides what its nonce marks
      'img-src': ["'self'", 'data:', 'blob:', () => tileOrigin() ?? "'self'"],
      'connect-src': ["'self'"],
      'font-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'"],
      'upgrade-insecure-requests': null,
      ...reportDirectives,
    },
  };
  // made once, not for each request as Fastify's plugin does
  const withPolicy = helmet({ ...besidesPolicy, contentSecurityPolicy });
  const withoutPolicy = helmet({ ...besidesPolicy, contentSecurityPolicy: false });
  // scripts, styles and texts: what a document may do is said by the document
  const ofFile = helmet({
    strictTransportSecurity: besidesPolicy.strictTransportSecurity,
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (/^\/(assets|locales)\//.test(request.url))
      return ofFile(request.raw, reply.raw, done as (error?: unknown) => void);
    const { hasOwnPolicy } = request.routeOptions.config;
    reply.headers(reportingEndpoints);
    (hasOwnPolicy ? withoutPolicy : withPolicy)(request.raw, reply.raw, done as (error?: unknown) => void);
  });
}
