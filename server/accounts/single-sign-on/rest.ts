import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { countRefusals, factorForm, factorIn, parse, signInResponse } from '#server/accounts/rest-parts.ts';
import { visitOf } from '#server/accounts/visit.ts';
import { contextOf, createContext } from '#server/api/http/context.ts';
import { inPerson } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseFlood } from '#server/platform/throttle.ts';
import { beginFlow } from './flow.ts';
import { linkIdentity } from './identities.ts';
import { type ProviderResponse, proveIdentity } from './proven-identity.ts';
import { findActiveProvider } from './providers.ts';
import { completeSignIn, type ProviderSignInResult, signInWithProvider } from './sign-in-with-provider.ts';

const line = z.string().max(2000);
const start = z.object({ provider: z.int().positive() });
const browser = z.string().max(64).nullish();
const response = z.object({
  flow: line,
  code: z.string().max(8000).nullish(),
  state: line,
  iss: line.nullish(),
  error: z.string().max(200).nullish(),
});
const finish = response.extend({ browser });
const code = factorForm.extend({ ticket: z.string().max(100_000), browser });

const responseOf = ({ flow, code: given, state, iss, error }: z.infer<typeof response>): ProviderResponse => ({
  flow,
  code: given ?? null,
  state,
  iss: iss ?? null,
  error: error ?? null,
});

const carried = ['code', 'state', 'iss', 'error'] as const;

/** Sign-in with a provider, and linking, below /api/sso. */
export function mountSingleSignOn(fastify: FastifyInstance, app: App): void {
  const context = (request: FastifyRequest) => createContext(app, undefined, request.ip);
  const visit = (request: FastifyRequest, name: string | null | undefined) =>
    visitOf(request.ip, request.headers['user-agent'], name);
  const counted = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    countRefusals(app, request, 'error_sso_failed', () => countRefusals(app, request, 'error_sso_again', work));
  const tell = (request: FastifyRequest, outcome: ProviderSignInResult) =>
    'token' in outcome ? signInResponse(app, request, outcome) : outcome;
  const begin = async (request: FastifyRequest, linkTo: number | null) => {
    const { provider } = parse(start, request.body);
    await refuseFlood(app.db, 'sso_start', request.ip, 60, 60);
    return beginFlow(app, await findActiveProvider(app.db, provider), linkTo);
  };

  fastify.post('/api/sso/start', (request) => begin(request, null));

  // The response stays behind the #, invisible to servers. The page has the rest of the flow.
  fastify.get('/api/sso/callback', async (request, reply) => {
    const given = request.query as Record<string, unknown>;
    const told = carried.flatMap((name) =>
      typeof given[name] === 'string' ? [[name, given[name]] as [string, string]] : [],
    );
    return reply.redirect(`${app.publicUrl}/#/sso?${new URLSearchParams(told)}`, 303);
  });

  fastify.post('/api/sso/finish', async (request) => {
    const body = parse(finish, request.body);
    const ctx = await context(request);
    return tell(
      request,
      await counted(request, () => signInWithProvider(ctx, responseOf(body), visit(request, body.browser))),
    );
  });

  fastify.post('/api/sso/code', async (request) => {
    const body = parse(code, request.body);
    const ctx = await context(request);
    return signInResponse(
      app,
      request,
      await counted(request, () =>
        completeSignIn(ctx, { ticket: body.ticket, ...factorIn(body) }, visit(request, body.browser)),
      ),
    );
  });

  fastify.post('/api/sso/link/start', async (request) => {
    const { viewer } = inPerson(await contextOf(app, request));
    return begin(request, viewer.id);
  });

  fastify.post('/api/sso/link', async (request) => {
    const ctx = inPerson(await contextOf(app, request));
    const { identity, flow } = await counted(request, () =>
      proveIdentity(ctx, responseOf(parse(response, request.body))),
    );
    if (flow.linkTo !== ctx.viewer.id) throw new Refusal('error_sso_again');
    await linkIdentity(ctx, identity);
    return { message: 'success_sso_linked' };
  });
}
