import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countRefusals, parse, signInResponse } from '#server/accounts/rest-parts.ts';
import { visitOf } from '#server/accounts/visit.ts';
import { within } from '#server/api/connection-pools/connection-pools.ts';
import { createContext } from '#server/api/http/context.ts';
import type { App } from '#server/platform/context.ts';
import { refuseFlood } from '#server/platform/throttle.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { signInFlow } from './challenges.ts';
import { requestOptions } from './prove.ts';
import { assertion } from './responses.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';

const proof = z.object({ passkey: assertion, browser: z.string().max(64).nullish() });

// a whole house may come at once
const mostPerMinute = 600;
const counted: readonly RefusalKey[] = [
  'passkey_unknown',
  'error_passkey_again',
  'error_passkey_failed',
  'error_passkey_origin',
];

/** Sign-in with a passkey, below /api/passkey. */
export function mountPasskeys(fastify: FastifyInstance, app: App): void {
  const pages = within(app, 'pages');

  fastify.post('/api/passkey/challenge', async (request) => {
    await refuseFlood(pages.db, 'passkey_challenge', request.ip, mostPerMinute, 60);
    return { options: await requestOptions(pages, signInFlow) };
  });

  fastify.post('/api/passkey', async (request) => {
    const { passkey, browser } = parse(proof, request.body);
    await refuseFlood(pages.db, 'passkey', request.ip, mostPerMinute, 60);
    const ctx = await createContext(app, undefined, request.ip);
    const visit = visitOf(request.ip, request.headers['user-agent'], browser);
    const signIn = counted.reduce(
      (work, kind) => () => countRefusals(pages, request, kind, work),
      () => signInWithPasskey(ctx, passkey, visit),
    );
    return signInResponse(app, request, await signIn());
  });
}
