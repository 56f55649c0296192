import type { FastifyInstance } from 'fastify';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type CellRow, cellsIn, type Sheet } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { listAlarms, listTests, readPeriod } from './figures.ts';

const words: ByLanguage<{ name: string; heading: readonly string[] }> = {
  de: {
    name: 'alarmweg',
    heading: ['Art', 'Zeitpunkt (UTC)', 'Ergebnis', 'Millisekunden', 'Übergaben', 'Davon rechtzeitig'],
  },
  en: {
    name: 'alarm-path',
    heading: ['Kind', 'Time (UTC)', 'Result', 'Milliseconds', 'Hand-overs', 'Of these in time'],
  },
};

/**
 * Mounts GET /api/v2/alarm_promise.csv and .xlsx: the tests and alarms of a month (`month`, YYYY-MM), for
 * docs/recompute-promise.mjs. Needs view_audit_log.
 */
export function mountPromiseExport(fastify: FastifyInstance, app: App): void {
  mountSheet(fastify, app, '/api/v2/alarm_promise', async (ctx, { query }) => {
    if (!can(ctx, 'view_audit_log')) throw new Refusal('error_forbidden');
    const { month = null } = query as { month?: unknown };
    if (month !== null && typeof month !== 'string')
      throw new Refusal('error_invalid_input', { month: 'error_invalid_input' });
    return promiseSheet(ctx, month || null);
  });
}

async function promiseSheet({ db, viewer: { language } }: SignedIn, chosen: string | null): Promise<Sheet> {
  const period = await readPeriod(db, chosen);
  const { name, heading } = textIn(words, language);
  const { number } = cellsIn(language, 'UTC');
  const line = (kind: string, at: Date | null, ...rest: CellRow): CellRow => [kind, at?.toISOString() ?? '', ...rest];
  async function* rows() {
    // words of programs, the same in each language
    yield [line('as-of', period.asOf, '', '', '', ''), line('since', period.since, '', '', '', '')];
    const tests = await listTests(db, period);
    yield tests.map(({ slot, isOver, failure, milliseconds }) =>
      line('test', slot, isOver ? (failure ?? 'ok') : 'unfinished', number(milliseconds), '', ''),
    );
    const alarms = await listAlarms(db, period);
    yield alarms.map(({ at, handOvers, inTime }) => line('alarm', at, '', '', number(handOvers), number(inTime)));
  }
  const columns = sheetColumns(heading, { 3: 'number', 4: 'number', 5: 'number' });
  return { name: `${name}-${period.month}`, language, columns, rows: rows() };
}
