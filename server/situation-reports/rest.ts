import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { answerErrorsAsJson } from '#server/http/plain-errors.ts';
import { viewerOf } from '#server/viewer/viewer.ts';
import { loadPaper } from './paper.ts';
import { fileName } from './pdf.ts';
import { printReport } from './print.ts';

/** Mounts GET /api/v2/situation_reports/{n}.pdf: for everyone signed in, as the report itself is, in their language. */
export function mountSituationReportPdf(fastify: FastifyInstance, app: App): void {
  answerErrorsAsJson(fastify, app);
  fastify.get<{ Params: { n: string } }>('/api/v2/situation_reports/:n.pdf', async (request, reply) => {
    const viewer = await viewerOf(app, request.headers.authorization, request.ip);
    if (!viewer) throw new Refusal('error_unauthenticated');
    if (viewer.mustSetUpTotp) throw new Refusal('error_totp_setup_required');
    const paper = await loadPaper(app, numberOf('situation_reports', request.params.n), viewer.language);
    if (!paper) throw new Refusal('error_not_found');
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${fileName(paper)}"`)
      .send(await printReport(paper));
  });
}
