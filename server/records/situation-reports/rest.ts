import type { FastifyInstance } from 'fastify';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload } from '#server/api/http/download.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { knownLanguage } from '#shared/languages.ts';
import { fileName } from './file-name.ts';
import { loadPaper } from './paper.ts';
import { printReport } from './print.ts';

type Asked = { Params: { n: string }; Querystring: { language?: string } };

/** Mounts GET /api/v2/situation_reports/{n}.pdf for signed-in users, in their language or `?language=`. */
export function mountSituationReportPdf(fastify: FastifyInstance, app: App): void {
  mountDownload<Asked>(fastify, app, '/api/v2/situation_reports/:n.pdf', async (ctx, { params, query }) => {
    const asked: unknown = query.language ?? ctx.viewer.language;
    const language = typeof asked === 'string' ? knownLanguage(asked) : null;
    if (!language) throw new Refusal('error_invalid_input', { language: 'error_invalid_input' });
    const paper = await loadPaper(app, numberOf('situation_reports', params.n), language);
    if (!paper) throw new Refusal('error_not_found');
    return { name: fileName(paper), content: await printReport(paper), inline: true };
  });
}
