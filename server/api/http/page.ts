import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/platform/errors.ts';
import { cleanText } from '#shared/stored-text.ts';
import type { ErrorPage } from './plain-errors.ts';

/** Pages of personal links, without sign-in and script. */
export interface LinkPage {
  path: string;
  policy: string;
  /** The maximum size of a form in bytes. */
  formLimit: number;
  /** Renders a page with only the reason of a failure. */
  plain: (request: FastifyRequest, kind: PlainKind, id: string | undefined) => string;
}

/** The reason for a plain page. */
export type PlainKind = 'unknown' | 'busy' | 'foreign' | 'failed';

const kinds = new Map<number, PlainKind>([
  [403, 'foreign'],
  [404, 'unknown'],
  [429, 'busy'],
]);

/** Mounts pages with forms; failures get a plain page. */
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
      // replaces the general policy, which is then not created per request
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
