import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/platform/errors.ts';
import { cleanText } from '#shared/stored-text.ts';
import type { ErrorPage } from './plain-errors.ts';

/** Pages without sign-in that work without script, of which one is behind a person's own link. */
export interface LinkPage {
  /** Where the links lie, e.g. /a. */
  path: string;
  /** The content policy: what the page may load. */
  policy: string;
  /** Bytes that a form may have. */
  formLimit: number;
  /** A page that only says why there is no other. */
  plain: (request: FastifyRequest, kind: PlainKind, id: string | undefined) => string;
}

/** Why there is only a plain page. */
export type PlainKind = 'unknown' | 'busy' | 'foreign' | 'failed';

const kinds = new Map<number, PlainKind>([
  [403, 'foreign'],
  [404, 'unknown'],
  [429, 'busy'],
]);

/**
 * Mounts pages whose forms come back to them, at their path if `mount` says so and below it; whatever fails there is answered
 * with a plain page.
 */
export async function mountPage(
  fastify: FastifyInstance,
  { path, policy, formLimit, plain }: LinkPage,
  mount: (scope: FastifyInstance) => void,
): Promise<void> {
  const headers = {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
  const errorPage: ErrorPage = {
    headers,
    render: (request, status, id) => plain(request, kinds.get(status) ?? 'failed', id),
  };
  const register = async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, body, done) => {
        const fields = [...new URLSearchParams(body as string)];
        done(null, new URLSearchParams(fields.map(([name, text]) => [name, cleanText(text)])));
      },
    );
    scope.addHook('onRoute', (route) => {
      // the page has a content policy of its own: that of all others is not made for it at every request
      route.config = { ...route.config, errorPage, hasOwnPolicy: true };
    });
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
    mount(scope);
    const mangled = () => {
      throw new Refusal('error_not_found');
    };
    scope.all('/*', mangled);
    if (!scope.hasRoute({ method: 'GET', url: path })) scope.all('/', mangled);
  };
  await fastify.register(register, { prefix: path });
}
