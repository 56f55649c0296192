import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { mountDownload } from '#server/http/download.ts';
import { loadPaper } from './paper.ts';
import { fileName } from './pdf.ts';
import { printReport } from './print.ts';

/** Mounts GET /api/v2/situation_reports/{n}.pdf: for everyone signed in, as the report itself is, in their language. */
export function mountSituationReportPdf(fastify: FastifyInstance, app: App): void {
  mountDownload<{ Params: { n: string } }>(fastify, app, '/api/v2/situation_reports/:n.pdf', async (ctx, request) => {
    const paper = await loadPaper(app, numberOf('situation_reports', request.params.n), ctx.viewer.language);
    if (!paper) throw new Refusal('error_not_found');
    return { name: fileName(paper), content: await printReport(paper), inline: true };
  });
}
