import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { letterhead } from '#server/api/files/letterhead.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload } from '#server/api/http/download.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { printed } from '#server/platform/pdf/print.ts';
import { textIn } from '#shared/label.ts';
import { loadEvidence } from './load.ts';
import { packFile } from './pack-file.ts';
import type { EvidencePaper } from './pdf.ts';
import { packWords } from './words.ts';

/** Mounts GET /api/v2/event_types/{n}/evidence.csv and .pdf. Requires view_audit_log. */
export function mountEvidence(fastify: FastifyInstance, app: App): void {
  const path = '/api/v2/event_types/:n/evidence';
  mountDownload<{ Params: { n: string } }>(fastify, app, `${path}.csv`, async (ctx, { params }) => {
    const { name, pack } = await sealedEvidence(ctx, params.n);
    return { name: `${name}.csv`, content: pack.content };
  });
  mountDownload<{ Params: { n: string } }>(fastify, app, `${path}.pdf`, async (ctx, { params }) => {
    const { name, ...paper } = await sealedEvidence(ctx, params.n);
    const head = await letterhead(ctx.db);
    const printing: EvidencePaper = { ...paper, ...head, language: ctx.viewer.language, fileName: `${name}.csv` };
    return { name: `${name}.pdf`, content: await printed(new URL('./print-thread.ts', import.meta.url), printing) };
  });
}

async function sealedEvidence(ctx: SignedIn, number: string) {
  if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
  const evidence = await loadEvidence(ctx, numberOf('event_types', number));
  if (!evidence) throw new Refusal('error_not_found');
  const { language } = ctx.viewer;
  const { rows } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from users where id = ${ctx.viewer.id}`.execute(ctx.db);
  const madeBy = rows[0]?.name ?? '';
  const pack = packFile(evidence, { name: madeBy, language, seed: ctx.secrets.seal });
  return { name: `${textIn(packWords, language).file}-${evidence.eventType.id}`, evidence, pack, madeBy };
}
