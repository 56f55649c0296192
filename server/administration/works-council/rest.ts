import type { FastifyInstance } from 'fastify';
import { mountDownload } from '#server/api/http/download.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { type RecordFacts, readRecordFacts } from './record/facts.ts';
import { processingRecord } from './record/processing-record.ts';
import { worksAgreement } from './record/works-agreement.ts';

type Write = (facts: RecordFacts, language: string) => string;

const documents: Record<string, { name: ByLanguage<string>; write: Write }> = {
  processing_record: {
    name: { de: 'verarbeitungsverzeichnis', en: 'processing-record' },
    write: processingRecord,
  },
  works_agreement: { name: { de: 'betriebsvereinbarung', en: 'works-agreement' }, write: worksAgreement },
};

/** Mounts GET /api/v2/processing_record.md and /api/v2/works_agreement.md for administrators. */
export function mountPrivacyDocuments(fastify: FastifyInstance, app: App): void {
  for (const [path, { name, write }] of Object.entries(documents))
    mountDownload(fastify, app, `/api/v2/${path}.md`, async (ctx: SignedIn) => {
      if (!can(ctx, 'show_admin_menu')) throw new Refusal('error_forbidden');
      const { language } = ctx.viewer;
      return { name: `${textIn(name, language)}.md`, content: write(await readRecordFacts(ctx), language) };
    });
}
