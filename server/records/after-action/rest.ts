import type { FastifyInstance } from 'fastify';
import { visibleEvent } from '#server/alerting/events/visible.ts';
import {
  refuseFile,
  refuseFileWithoutRight,
  wholeEventAccess,
  wholeReportAccess,
} from '#server/api/by-person/access.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload } from '#server/api/http/download.ts';
import { loadSoon } from '#server/api/http/load-soon.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App, Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { Sheet } from '#server/platform/sheets/cells.ts';
import { cellsIn } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { textIn } from '#shared/label.ts';
import { eventOfReport, sentAlarms } from './answers.ts';
import { resultRows, resultValues } from './results.ts';
import { afterActionWords } from './words.ts';

/**
 * Mounts the after-action files for signed-in users:
 * - GET /api/v2/events/{id}/after_action.pdf
 * - .csv and .xlsx: results by person
 * - GET /api/v2/reports/{n}/results.csv and .xlsx: of one report
 */
export function mountAfterActionFiles(fastify: FastifyInstance, app: App): void {
  const path = '/api/v2/events/:id/after_action';
  const papers = loadSoon(fastify, () => Promise.all([import('./paper.ts'), import('./print.ts')]));
  mountDownload<{ Params: { id: string } }>(fastify, app, `${path}.pdf`, async (ctx, { params }) => {
    const [{ loadAfterActionPaper }, { printAfterAction }] = await papers();
    const paper = await loadAfterActionPaper(
      ctx,
      await eventOf(ctx, numberOf('events', params.id)),
      ctx.viewer.language,
    );
    return { name: `${paper.file}.pdf`, content: await printAfterAction(paper), inline: true };
  });
  mountSheet<{ Params: { id: string } }>(fastify, app, path, async (ctx, { params }) => {
    await refuseFileWithoutRight(ctx);
    const { id } = await eventOf(ctx, numberOf('events', params.id));
    refuseFile(await wholeEventAccess(ctx, id));
    const reports = (await sentAlarms(ctx.db, id)).map(({ reportId }) => reportId);
    return resultsOf(ctx, 'file', id, reports);
  });
  mountSheet<{ Params: { n: string } }>(fastify, app, '/api/v2/reports/:n/results', async (ctx, { params }) => {
    await refuseFileWithoutRight(ctx);
    const report = numberOf('reports', params.n);
    const event = await eventOfReport(ctx.db, report);
    if (event === null) throw new Refusal('error_not_found');
    await eventOf(ctx, event);
    refuseFile(await wholeReportAccess(ctx, report));
    return resultsOf(ctx, 'reportFile', report, [report]);
  });
}

async function eventOf(ctx: Context, id: number) {
  const event = await visibleEvent(ctx, id);
  if (!event) throw new Refusal('error_not_found');
  return event;
}

async function resultsOf(
  { db, viewer: { language } }: SignedIn,
  file: 'file' | 'reportFile',
  id: number,
  reports: readonly number[],
): Promise<Sheet> {
  const words = textIn(afterActionWords, language);
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  return {
    name: `${words[file]}-${id}`,
    language,
    columns: sheetColumns(words.results.columns, resultValues),
    rows: resultRows(db, reports, language, cellsIn(language, timeZone)),
  };
}
