import { type RawBuilder, sql } from 'kysely';
import { entities } from '#shared/administration/entities.ts';
import type { Entity } from '#shared/administration/entity.ts';
import type { Context } from '../context.ts';
import { numberOf } from '../graphql/ids.ts';
import { listPage, type OrderKey, type Page, type PageArgs } from '../graphql/page.ts';
import { matches } from '../graphql/search.ts';
import { columnOf } from './objects.ts';
import { collectionOf, type EntityRow, tableOf } from './refs.ts';

/** What a list of an entity may be asked for; the rest are ids by the name of a reference. */
export interface ListArgs extends PageArgs {
  isActive?: boolean | null;
  search?: string | null;
  [filter: string]: unknown;
}

/** A page of an entity's rows. Where a filter also answers rows that are valid for all, the specific ones come first. */
export function listRows(ctx: Context, entity: Entity, args: ListArgs): Promise<Page<EntityRow>> {
  const wide = filters(entity).filter(({ filter }) => filter === 'orEmpty');
  const width = sql`num_nulls(${sql.join(wide.map(({ column }) => sql.ref(column)))})`;
  const query = sql`
    select *${wide.length ? sql`, ${width} as width` : sql``} from ${sql.table(tableOf(entity.name))}
    where ${sql.join(conditions(entity, args), sql` and `)}`;
  const order: OrderKey[] = [
    ...(wide.length ? [{ key: 'width' }] : []),
    ...entity.order.map(({ field, text = false }) => ({ key: field, text })),
    { key: 'id' },
  ];
  return listPage<EntityRow>(ctx, args, query, order);
}

/** The references of an entity that its list can be filtered by. */
export function filters(entity: Entity) {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.filter
      ? [{ name, to: field.to, filter: field.filter, column: columnOf(name, field), about: field.about }]
      : [],
  );
}

function conditions(entity: Entity, args: ListArgs): RawBuilder<unknown>[] {
  const tests: RawBuilder<unknown>[] = [sql`true`];
  if (typeof args.isActive === 'boolean' && entity.fields['isActive']) tests.push(sql`is_active = ${args.isActive}`);
  for (const { name, to, filter, column } of filters(entity)) {
    const id = args[name];
    if (typeof id !== 'string') continue;
    const same = sql`${sql.ref(column)} = ${numberOf(collectionOf(to), id)}`;
    tests.push(filter === 'orEmpty' ? sql`(${same} or ${sql.ref(column)} is null)` : same);
  }
  if (args.search) {
    const searched = Object.entries(entity.fields).filter(([, field]) => field.search);
    tests.push(matches(sql`concat_ws(' ', ${sql.join(searched.map(([name]) => sql.ref(name)))})`, args.search));
  }
  return tests;
}

/** How many rows each entity has, by its plural; inactive ones count. */
export async function countAll(ctx: Context): Promise<Record<string, number>> {
  const counts = entities.map(
    ({ name, plural }) => sql`(select count(*) from ${sql.table(tableOf(name))}) as ${sql.ref(plural)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(ctx.db);
  return rows[0]!;
}
