import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { listPage, type OrderKey, type Page, type PageArgs } from '#server/graphql/page.ts';
import { matches } from '#server/graphql/search.ts';
import { entities } from '#shared/administration/entities.ts';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { targetOf } from '#shared/administration/target.ts';
import { columnOf, inOwnRow } from './objects.ts';
import { collectionOf, type EntityRow, tableOf } from './refs.ts';

/** What a list of an entity may be asked for; the rest are ids by the name of a reference. */
export interface ListArgs extends PageArgs {
  isActive?: boolean | null;
  search?: string | null;
  order?: { field: string; direction?: 'asc' | 'desc' | null }[] | null;
  [filter: string]: unknown;
}

/** A page of an entity's rows. Where a filter also answers rows that are valid for all, the specific ones come first. */
export function listRows(ctx: Context, entity: Entity, args: ListArgs): Promise<Page<EntityRow>> {
  const wide = filters(entity).filter(({ filter }) => filter === 'orEmpty');
  const width = sql`num_nulls(${sql.join(wide.map(({ column }) => sql.ref(column)))})`;
  const asked = askedOrder(entity, args.order);
  const extra = [...(wide.length ? [sql`${width} as width`] : []), ...asked.map(({ column }) => column)];
  const query = sql<EntityRow>`
    select ${sql.join([sql`*`, ...extra])} from ${sql.table(tableOf(entity.name))} row
    where ${sql.join(conditions(entity, args), sql` and `)}`;
  const usual: OrderKey[] = [
    ...(wide.length ? [{ key: 'width' }] : []),
    ...entity.order.map(({ field, text = false }) => ({ key: field, text })),
  ];
  const order = [...(asked.length ? asked.map(({ key }) => key) : usual), { key: 'id' }];
  return listPage(ctx, args, query, order);
}

/** The order a client asks for, with a column of the result for each key: lists go by what is never empty. */
function askedOrder(entity: Entity, order: ListArgs['order']): { key: OrderKey; column: RawBuilder<unknown> }[] {
  return (order ?? []).slice(0, 5).map(({ field: name, direction }, at) => {
    const field = entity.fields[name];
    if (!field || !inOwnRow(field)) throw new Refusal('error_unknown_order', { order: 'error_unknown_order' });
    const { value, text } = sortValue(name, field);
    const key = `order${at}`;
    return { key: { key, text, direction: direction ?? 'asc' }, column: sql`${value} as ${sql.ref(key)}` };
  });
}

function sortValue(name: string, field: Field): { value: RawBuilder<unknown>; text: boolean } {
  const column = sql.ref(`row.${columnOf(name, field)}`);
  switch (field.kind) {
    case 'number':
      return { value: sql`coalesce(${column}, 0)`, text: false };
    case 'dateTime':
      return { value: sql`coalesce((extract(epoch from ${column}) * 1000)::bigint, 0)`, text: false };
    case 'toggle':
    case 'image':
      return { value: sql`coalesce(${column}::int, 0)`, text: false };
    case 'reference': {
      const name = sql.ref(targetOf(field.to).isErasable ? 'sortName' : 'name');
      const other = sql`select ${name} from ${sql.table(tableOf(field.to))} other where other.id = ${column}`;
      return { value: sql`coalesce((${other}), '')`, text: true };
    }
    default:
      return { value: sql`coalesce(${column}::text, '')`, text: true };
  }
}

/** The references of an entity that its list can be filtered by. */
export function filters(entity: Entity) {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.filter
      ? [{ name, to: field.to, filter: field.filter, column: columnOf(name, field), about: field.about }]
      : [],
  );
}

/** The switches of an entity that its list can be filtered by. */
export function switches({ fields }: Entity) {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'toggle' && (field.filter || name === 'isActive') ? [{ name, about: field.about }] : [],
  );
}

function conditions(entity: Entity, args: ListArgs): RawBuilder<unknown>[] {
  const tests: RawBuilder<unknown>[] = [sql`true`];
  for (const { name } of switches(entity)) {
    if (typeof args[name] === 'boolean') tests.push(sql`${sql.ref(name)} = ${args[name]}`);
  }
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
