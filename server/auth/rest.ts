import type { FastifyInstance } from 'fastify';
import type { App } from '../context.ts';

/** Sign-in, registration and password routes below /api. */
export function mountAuth(fastify: FastifyInstance, app: App): void {
  fastify.get('/api/status', async () => ({ status: 'ok', version: app.config.PORT }));
}
