import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

const spanLength = 2000;

/** Lines from `first` to `last`. */
export interface LineSpan {
  first: number;
  last: number;
  length: number;
}

/** An upload's lines in spans, one statement each. */
export async function* spansOf(tx: Tx, id: number): AsyncGenerator<LineSpan> {
  for (let after = 0; ; ) {
    const { rows } = await sql<LineSpan>`
      select min(line) as first, max(line) as last, count(*) as length from (
        select line from upload_rows where upload_id = ${id} and line > ${after} order by line limit ${spanLength}) x`.execute(
      tx,
    );
    const [span] = rows;
    if (!span?.length) return;
    yield span;
    after = span.last;
  }
}
