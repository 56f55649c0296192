import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { visibleEvent } from '#server/alerting/events/visible.ts';
import { refuseFile, refuseFileWithoutRight, wholeReportAccess } from '#server/api/by-person/access.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { type CellRow, cellsIn, type Sheet } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { readIn } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { listRollCall } from './list.ts';
import { rollCallWords } from './words.ts';

/** Mounts GET /api/v2/reports/{n}/roll_call.csv and .xlsx for signed-in users. */
export function mountRollCallFiles(fastify: FastifyInstance, app: App): void {
  mountSheet<{ Params: { n: string } }>(fastify, app, '/api/v2/reports/:n/roll_call', async (ctx, { params }) => {
    await refuseFileWithoutRight(ctx);
    const report = numberOf('reports', params.n);
    const event = await eventOfRollCall(ctx, report);
    if (event === null || !(await visibleEvent(ctx, event))) throw new Refusal('error_not_found');
    refuseFile(await wholeReportAccess(ctx, report));
    return sheetOf(ctx, report);
  });
}

async function eventOfRollCall({ db }: SignedIn, id: number): Promise<number | null> {
  const { rows } = await sql<{ eventId: number }>`
    select r.event_id from reports r where r.id = ${id} and r.is_active and exists (
      select 1 from answer_options o where o.report_id = r.id and o.safety is not null)`.execute(db);
  return rows[0]?.eventId ?? null;
}

async function sheetOf({ db, viewer: { language } }: SignedIn, report: number): Promise<Sheet> {
  const words = textIn(rollCallWords, language);
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const { moment } = cellsIn(language, timeZone);
  async function* rows(): AsyncGenerator<readonly CellRow[]> {
    for await (const people of listRollCall(db, report))
      yield people.map((row) => [
        moment(row.asOf),
        words.state[row.state],
        row.lastName,
        row.firstName,
        row.groups ?? '',
        readIn(row, 'label', language),
        moment(row.at),
        row.late ? words.late : '',
        row.text ?? '',
        row.recordedBy ?? (row.isOwn ? words.self : ''),
      ]);
  }
  return {
    name: `${words.file}-${report}`,
    language,
    columns: sheetColumns(words.columns, { 0: 'moment', 6: 'moment' }),
    rows: rows(),
  };
}
