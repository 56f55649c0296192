import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload } from '#server/api/http/download.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { textIn } from '#shared/label.ts';
import { loadEvidence } from './load.ts';
import { packFile } from './pack-file.ts';
import { packWords } from './words.ts';

/** Mounts GET /api/v2/event_types/{n}/evidence.csv. Requires view_audit_log. */
export function mountEvidence(fastify: FastifyInstance, app: App): void {
  const path = '/api/v2/event_types/:n/evidence.csv';
  mountDownload<{ Params: { n: string } }>(fastify, app, path, async (ctx, { params }) => {
    if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
    const evidence = await loadEvidence(ctx, numberOf('event_types', params.n));
    if (!evidence) throw new Refusal('error_not_found');
    const { language } = ctx.viewer;
    const { rows } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from users where id = ${ctx.viewer.id}`.execute(ctx.db);
    const content = packFile(evidence, { name: rows[0]?.name ?? '', language, seed: ctx.secrets.seal });
    return { name: `${textIn(packWords, language).file}-${evidence.eventType.id}.csv`, content };
  });
}
