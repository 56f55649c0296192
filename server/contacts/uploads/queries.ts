import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { type DataRules, type DataType, loadDataRules } from '#server/contacts/people/person-data.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';

/** Returns an upload, or null. */
export async function findUpload(ctx: Pick<Context, 'db'>, id: number): Promise<Row<'uploads'> | null> {
  return (await ctx.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Returns a page of all uploads, newest first. */
export const listUploads = (ctx: Context, page: PageArgs): Promise<Page<Row<'uploads'>>> =>
  listPage(ctx, page, sql<Row<'uploads'>>`select * from uploads`, [{ key: 'id', direction: 'desc' }]);

export interface RowFilter {
  first?: number | null | undefined;
  after?: number | null | undefined;
  outcome?: readonly string[] | null | undefined;
  /** Only accepted rows with remarks. */
  remarked?: boolean | null | undefined;
}

export async function loadUploadRows(ctx: Context, uploadId: number, filter: RowFilter): Promise<Row<'uploadRows'>[]> {
  const { first, after, outcome, remarked } = filter;
  const limit = first ?? 100;
  if (limit < 0 || limit > limits.maximumPage) throw new Refusal('error_page_size', { first: 'error_page_size' });
  const name = `upload.rows:${JSON.stringify([limit, after, outcome, remarked])}`;
  const rows = loader<number, Row<'uploadRows'>[]>(ctx.loaders, name, async (ids, db) => {
    const found = await sql<Row<'uploadRows'>>`
      select r.* from unnest(${ids}::int[]) as upload (id) cross join lateral (
        select * from upload_rows where upload_id = upload.id and line > ${after ?? 0}
          and (${outcome ?? null}::text[] is null or outcome = any(${outcome ?? null}::text[]))
          and (not ${remarked ?? false}::boolean or outcome <> 'failed' and remarks <> '[]')
        order by line limit ${limit}) r order by r.upload_id, r.line`.execute(db);
    return Map.groupBy(found.rows, (row) => row.uploadId);
  });
  return (await rows.load(uploadId)) ?? [];
}

/** Returns the person data types, loaded once per request. */
export async function loadTypes(ctx: Pick<Context, 'loaders'>): Promise<readonly DataType[]> {
  const rules = loader<string, DataRules>(ctx.loaders, 'upload.rules', async ([key], db) => {
    return new Map([[key!, await loadDataRules(db)]]);
  });
  return (await rules.load('rules'))!.types;
}
