import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { numberOf } from '#server/api/graphql/ids.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { mountSheet } from '#server/api/http/sheet.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { loadRefusalTexts } from '#server/platform/refusal-texts.ts';
import type { CellRow } from '#server/platform/sheets/cells.ts';
import { sheetColumns } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { findUpload } from './queries.ts';
import { shownChanges, shownProblems } from './shown-changes.ts';
import type { Problem } from './values/row.ts';

interface Words {
  heading: readonly string[];
  outcomes: Record<'created' | 'updated' | 'unchanged' | 'failed', string>;
  line: string;
  empty: string;
  hidden: string;
  file: string;
}

const words: ByLanguage<Words> = {
  de: {
    heading: ['Zeile', 'Ergebnis', 'Name', 'Hinweise', 'Änderungen'],
    outcomes: { created: 'neu', updated: 'geändert', unchanged: 'unverändert', failed: 'abgelehnt' },
    line: 'Zeile',
    empty: 'leer',
    hidden: 'nicht sichtbar',
    file: 'bericht',
  },
  en: {
    heading: ['Line', 'Outcome', 'Name', 'Remarks', 'Changes'],
    outcomes: { created: 'new', updated: 'changed', unchanged: 'unchanged', failed: 'refused' },
    line: 'line',
    empty: 'empty',
    hidden: 'not visible',
    file: 'report',
  },
};

const pageLength = 500;

/** Mounts GET /api/v2/uploads/{n}/report.csv and .xlsx. Needs upload_csv. */
export function mountUploadReport(fastify: FastifyInstance, app: App): void {
  mountSheet<{ Params: { n: string } }>(fastify, app, '/api/v2/uploads/:n/report', async (ctx, { params }) => {
    if (!can(ctx, 'upload_csv')) throw new Refusal('error_forbidden');
    const upload = await findUpload(ctx, numberOf('uploads', params.n));
    if (!upload) throw new Refusal('error_not_found');
    const { language } = ctx.viewer;
    const own = textIn(words, language);
    const columns = sheetColumns(own.heading, { 0: 'number' });
    const name = `csv-upload-${upload.id}-${own.file}`;
    return { name, language, columns, hasContacts: true, rows: reportOf(ctx, upload.id, own) };
  });
}

async function* reportOf(ctx: SignedIn, id: number, own: Words): AsyncGenerator<readonly CellRow[]> {
  const textOf = await loadRefusalTexts(ctx.viewer.language);
  for (let after = 0; ; ) {
    const { rows } = await sql<Row<'uploadRows'>>`
      select * from upload_rows where upload_id = ${id} and line > ${after} order by line limit ${pageLength}`.execute(
      ctx.db,
    );
    if (!rows.length) return;
    const page = { ...ctx, loaders: createLoaders(ctx.db) };
    yield await Promise.all(
      rows.map(async (row) => {
        const said = [row.problems, row.remarks].flat() as unknown as Problem[];
        const remarks = (await shownProblems(page, said)).map(({ column, label, line: other, value, key }) => {
          const field = label && label !== column ? [column, label].filter(Boolean).join(' → ') : column;
          const place = [field, other && `${own.line} ${other}`].filter(Boolean).join(', ');
          return `${place ? `${place}: ` : ''}${value ? `„${value}“: ` : ''}${textOf(key)}`;
        });
        const changes = (await shownChanges(page, row)).map(({ label, before, after: now, isHidden }) =>
          isHidden
            ? `${label}: ${own.hidden}`
            : `${label}: ${before === null ? '' : `${before || own.empty} → `}${now}`,
        );
        const outcome = own.outcomes[row.outcome as keyof Words['outcomes']];
        const line = { words: String(row.line), value: row.line, holds: 'number' } as const;
        return [line, outcome, row.name, remarks.join('\n'), changes.join('\n')];
      }),
    );
    after = rows.at(-1)!.line;
  }
}
