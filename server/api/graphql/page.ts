import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { loader } from './loaders.ts';

/** The arguments of every list. */
export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  /** The number of rows to skip. */
  offset?: number | null | undefined;
}

/** A page of rows; counts the list only on request. */
export interface Page<Row> {
  edges: { cursor: string; node: Row }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: () => Promise<number>;
}

/** A column of the result (int or text, never null); the last key must be unique. */
export interface OrderKey {
  key: string;
  direction?: 'asc' | 'desc';
  /** German collation (ä next to a). */
  text?: boolean;
}

const byId: OrderKey[] = [{ key: 'id' }];

/** Returns a page as a connection, by default in order of id. */
export async function listPage<Row>(
  ctx: { db: Db },
  args: PageArgs,
  query: Expression<Row>,
  order: OrderKey[] = byId,
): Promise<Page<Row>> {
  const limit = pageLength(args);
  const { rows } = await sql<Row>`select * from (${query}) q ${tail(order, args, limit)}`.execute(ctx.db);
  return pageOf(rows, order, args, limit, async () => {
    const counted = await sql<{ n: number }>`select count(*) as n from (${query}) q`.execute(ctx.db);
    return counted.rows[0]!.n;
  });
}

/**
 * Returns a page of a list below a parent, in one statement for all parents. `query` receives the parent's id as SQL.
 * `name` must differ for different queries.
 */
export async function nestedPage<Row>(
  ctx: { loaders: Loaders },
  name: string,
  parentId: number,
  args: PageArgs,
  query: (parentId: RawBuilder<number>) => Expression<Row>,
  order: OrderKey[] = byId,
): Promise<Page<Row>> {
  const limit = pageLength(args);
  const parent = sql<number>`parent.id`;
  const pages = loader<number, Row[]>(
    ctx.loaders,
    `${name}:${limit}:${args.offset ?? 0}:${args.after ?? ''}:${JSON.stringify(order)}`,
    async (ids, db) => {
      const { rows } = await sql<Row & { parentId: number }>`
        select parent.id as parent_id, x.* from unnest(${ids}::int[]) as parent(id)
        cross join lateral (select * from (${query(parent)}) q ${tail(order, args, limit)}) x`.execute(db);
      return Map.groupBy(rows, (row) => row.parentId);
    },
  );
  // counts in one pass, because subqueries may read whole tables each time
  const counts = loader<number, number>(ctx.loaders, `${name}:count`, async (ids, db) => {
    const { rows } = await sql<{ id: number; n: number }>`
      select parent.id, count(*) as n from unnest(${ids}::int[]) as parent(id)
      cross join lateral (${query(parent)}) q group by parent.id`.execute(db);
    return new Map(rows.map((row) => [row.id, row.n]));
  });
  const rows = (await pages.load(parentId)) ?? [];
  return pageOf(rows, order, args, limit, async () => (await counts.load(parentId)) ?? 0);
}

/** Returns a page of rows in memory. */
export function wholePage<Row>(rows: Row[]): Page<Row> {
  const edges = rows.map((node, index) => ({ cursor: String(index), node }));
  return {
    edges,
    pageInfo: {
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: async () => rows.length,
  };
}

export const containing = (text: string): string => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;

function pageLength(args: PageArgs): number {
  const first = args.first ?? limits.defaultPage;
  const isOutside = first < 0 || first > limits.maximumPage || (args.offset ?? 0) < 0;
  if (isOutside) throw new Refusal('error_page_size', { first: 'error_page_size' });
  return first;
}

const column = ({ key, text }: OrderKey) =>
  text ? sql`${sql.ref(`q.${key}`)} collate "de-x-icu"` : sql.ref(`q.${key}`);

function tail(order: OrderKey[], args: PageArgs, limit: number): RawBuilder<unknown> {
  const by = order.map((o) => sql`${column(o)} ${sql.raw(o.direction ?? 'asc')}`);
  return sql`where ${beyond(order, args.after)} order by ${sql.join(by)} limit ${limit + 1} offset ${args.offset ?? 0}`;
}

/** SQL: rows after the cursor, in a form for indexes. */
function beyond(order: OrderKey[], after: string | null | undefined): RawBuilder<unknown> {
  if (after === null || after === undefined) return sql`true`;
  const values = parseCursor(after, order.length);
  const next = (o: OrderKey) => sql.raw(o.direction === 'desc' ? '<' : '>');
  if (order.every((o) => (o.direction === 'desc') === (order[0]!.direction === 'desc')))
    return sql`(${sql.join(order.map(column))}) ${next(order[0]!)} (${sql.join(values)})`;
  const steps = order.map((o, at) => {
    const equal = order.slice(0, at).map((e, i) => sql`${column(e)} = ${values[i]}`);
    return sql`(${sql.join([...equal, sql`${column(o)} ${next(o)} ${values[at]}`], sql` and `)})`;
  });
  return sql`(${sql.join(steps, sql` or `)})`;
}

function parseCursor(cursor: string, length: number): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const fits = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
    if (Array.isArray(values) && values.length === length && values.every(fits)) return values;
  } catch {
    // falls through to the refusal
  }
  throw new Refusal('error_invalid_cursor');
}

function pageOf<Row>(rows: Row[], order: OrderKey[], args: PageArgs, limit: number, count: () => Promise<number>) {
  const cursorOf = (node: Row) => {
    const values = order.map(({ key }) => (node as Record<string, unknown>)[key]);
    return Buffer.from(JSON.stringify(values)).toString('base64url');
  };
  // cursors of rows are rarely requested
  const edges = rows.slice(0, limit).map((node) => ({
    node,
    get cursor() {
      return cursorOf(node);
    },
  }));
  let total: Promise<number> | undefined;
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > limit,
      hasPreviousPage: (args.after ?? null) !== null || (args.offset ?? 0) > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: () => {
      total ??= count();
      return total;
    },
  };
}
