import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { App } from '#server/platform/context.ts';
import { reportDirectives, reportingEndpoints } from './policy-reports.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    hasOwnPolicy?: true;
  }
}

/** Sends security headers, above all the content policy: own files, and pictures of the map's tiles. */
export function sendUsualHeaders(fastify: FastifyInstance, app: App, tileOrigin: () => string | null): void {
  const besidesPolicy = {
    strictTransportSecurity: app.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: false, // replaced by frame-ancestors
    referrerPolicy: { policy: 'no-referrer' },
  } as const;
  const contentSecurityPolicy = {
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"], // for the start page in addition to nonces
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
  // created once, not per request as by Fastify's plugin
  const withPolicy = helmet({ ...besidesPolicy, contentSecurityPolicy });
  const withoutPolicy = helmet({ ...besidesPolicy, contentSecurityPolicy: false });
  // the document's policy applies to files
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
