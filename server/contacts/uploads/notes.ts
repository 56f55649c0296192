import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';
import { type ShownProblem, shownProblems } from './shown-changes.ts';
import type { Problem } from './values/row.ts';

/** The same remark on several rows of an upload. */
export interface UploadNote extends ShownProblem {
  isRefusal: boolean;
  count: number;
  /** Their first lines, at most five. */
  lines: number[];
}

type Found = Omit<UploadNote, 'label' | 'line'>;

const MOST = 50;

/** Groups at most 50 remarks, most frequent first, with the first line's value. */
export async function loadNotes(ctx: Context, uploadId: number): Promise<UploadNote[]> {
  const notes = loader<number, Found[]>(ctx.loaders, 'upload.notes', async (ids, db) => {
    const { rows } = await sql<Found & { uploadId: number }>`
      select r.upload_id, r.outcome = 'failed' as is_refusal, said ->> 'key' as key, said ->> 'column' as "column",
        said ->> 'target' as target, (array_agg(said ->> 'value' order by r.line))[1] as value,
        count(distinct r.line)::int as count, (array_agg(distinct r.line order by r.line))[1:5] as lines
      from upload_rows r
      cross join jsonb_array_elements(case r.outcome when 'failed' then r.problems else r.remarks end) said
      where r.upload_id = any(${ids}) and (r.problems <> '[]' or r.remarks <> '[]')
      group by 1, 2, 3, 4, 5 order by 1, count desc, key, "column"`.execute(db);
    return Map.groupBy(rows, (row) => row.uploadId);
  });
  const found = ((await notes.load(uploadId)) ?? []).slice(0, MOST);
  const shown = await shownProblems(ctx, found.map((one) => ({ ...one, line: null })) satisfies Problem[]);
  return found.map((one, at) => ({ ...one, ...shown[at]! }));
}
