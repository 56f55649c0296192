import type { FastifyInstance } from 'fastify';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findLife, type SignedLife } from './life.ts';

/** Mounts GET /api/life: a released place's statement, without names. */
export function mountLife(fastify: FastifyInstance, { db }: Pick<App, 'db'>): void {
  let reading: Promise<SignedLife | null> | null = null; // one for all who ask at once, because anyone may
  fastify.get('/api/life', async () => {
    reading ??= findLife(db).finally(() => (reading = null));
    const life = await reading;
    if (!life) throw new Refusal('error_not_found');
    return life;
  });
}
