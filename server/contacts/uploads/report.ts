import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type App, type Context, can } from '#server/context.ts';
import { byteOrderMark, csvLine } from '#server/csv.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import type { Row } from '#server/graphql/types.ts';
import { mountDownload } from '#server/http/download.ts';
import { loadRefusalTexts } from '#server/refusal-texts.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { findUpload } from './queries.ts';
import type { Problem } from './read-row.ts';
import { shownChanges } from './shown-changes.ts';

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

/** Mounts GET /api/v2/uploads/{n}/report.csv: every row of an upload with its outcome. Needs upload_csv. */
export function mountUploadReport(fastify: FastifyInstance, app: App): void {
  mountDownload<{ Params: { n: string } }>(fastify, app, '/api/v2/uploads/:n/report.csv', async (ctx, { params }) => {
    if (!can(ctx, 'upload_csv')) throw new Refusal('error_forbidden');
    const upload = await findUpload(ctx, numberOf('uploads', params.n));
    if (!upload) throw new Refusal('error_not_found');
    const own = textIn(words, ctx.viewer.language);
    return { name: `csv-upload-${upload.id}-${own.file}.csv`, content: reportOf(ctx, upload.id, own) };
  });
}

async function* reportOf(ctx: Context, id: number, own: Words): AsyncGenerator<string> {
  const textOf = await loadRefusalTexts(ctx.viewer?.language);
  yield byteOrderMark + csvLine(own.heading);
  for (let after = 0; ; ) {
    const { rows } = await sql<Row<'uploadRows'>>`
      select * from upload_rows where upload_id = ${id} and line > ${after} order by line limit ${pageLength}`.execute(
      ctx.db,
    );
    if (!rows.length) return;
    const page = { ...ctx, loaders: createLoaders(ctx.db) };
    const lines = await Promise.all(
      rows.map(async (row) => {
        const remarks = (row.problems as unknown as Problem[]).map((problem) => {
          const place = problem.column ?? (problem.line ? `${own.line} ${problem.line}` : null);
          return `${place ? `${place}: ` : ''}${textOf(problem.key)}`;
        });
        const changes = (await shownChanges(page, row)).map(({ label, before, after: now, isHidden }) =>
          isHidden
            ? `${label}: ${own.hidden}`
            : `${label}: ${before === null ? '' : `${before || own.empty} → `}${now}`,
        );
        const outcome = own.outcomes[row.outcome as keyof Words['outcomes']];
        return csvLine([String(row.line), outcome, row.name, remarks.join('\n'), changes.join('\n')]);
      }),
    );
    yield lines.join('');
    after = rows.at(-1)!.line;
  }
}
