import { type RawBuilder, sql } from 'kysely';
import { numberOf } from '#server/api/graphql/ids.ts';
import { listPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { entities } from '#shared/administration/entities.ts';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { targetOf } from '#shared/administration/target.ts';
import { englishOf } from '#shared/administration/translated.ts';
import { textIn } from '#shared/label.ts';
import { columnOf, inOwnRow } from './objects.ts';
import { collectionOf, type EntityRow, entityTableOf } from './refs.ts';

/** Others are ids by reference name. */
export interface ListArgs extends PageArgs {
  isActive?: boolean | null;
  search?: string | null;
  order?: { field: string; direction?: 'asc' | 'desc' | null }[] | null;
  [filter: string]: unknown;
}

/** Returns an entity's rows. Specific matches precede general ones. */
export function listRows(ctx: Context, entity: Entity, args: ListArgs): Promise<Page<EntityRow>> {
  const wide = filters(entity).filter(({ filter }) => filter === 'orEmpty');
  const width = sql`num_nulls(${sql.join(wide.map(({ column }) => sql.ref(column)))})`;
  const language = ctx.viewer?.language;
  const asked = askedOrder(entity, args.order, language);
  const usually = usualOrder(entity, language);
  const ordered = asked.length ? asked : usually;
  const columns = ordered.flatMap(({ column }) => column ?? []);
  const extra = [...(wide.length ? [sql`${width} as width`] : []), ...columns];
  const query = sql<EntityRow>`
    select ${sql.join([sql`*`, ...extra])} from ${sql.table(entityTableOf(entity.name))} row
    where ${sql.join(conditions(entity, args), sql` and `)}`;
  const widest = wide.length && !asked.length ? [{ key: 'width' }] : [];
  return listPage(ctx, args, query, [...widest, ...ordered.map(({ key }) => key), { key: 'id' }]);
}

/** A sort key, perhaps a computed column. */
interface Ordering {
  key: OrderKey;
  column?: RawBuilder<unknown>;
}

const usualOrder = (entity: Entity, language: string | undefined): Ordering[] =>
  entity.order.map(({ field, text = false }, at) => {
    if (!entity.fields[field]!.translated) return { key: { key: field, text } };
    const key = `usual${at}`;
    return { key: { key, text }, column: sql`${writtenColumn(`row.${field}`, language)} as ${sql.ref(key)}` };
  });

function askedOrder(entity: Entity, order: ListArgs['order'], language: string | undefined): Ordering[] {
  return (order ?? []).slice(0, 5).map(({ field: name, direction }, at) => {
    const field = entity.fields[name];
    if (!field || !inOwnRow(field)) throw new Refusal('error_unknown_order', { order: 'error_unknown_order' });
    const { value, text } = sortValue(name, field, language);
    const key = `order${at}`;
    return { key: { key, text, direction: direction ?? 'asc' }, column: sql`${value} as ${sql.ref(key)}` };
  });
}

function sortValue(name: string, field: Field, language: string | undefined) {
  const place = `row.${columnOf(name, field)}`;
  const column = field.translated ? writtenColumn(place, language) : sql.ref(place);
  switch (field.kind) {
    case 'number':
      return { value: sql`coalesce(${column}, 0)`, text: false };
    case 'dateTime':
      return { value: sql`coalesce((extract(epoch from ${column}) * 1000)::bigint, 0)`, text: false };
    case 'toggle':
    case 'image':
      return { value: sql`coalesce(${column}::int, 0)`, text: false };
    case 'reference': {
      const { isErasable, isTranslated } = targetOf(field.to);
      const name = isTranslated ? writtenColumn('name', language) : sql.ref(isErasable ? 'sortName' : 'name');
      const other = sql`select ${name} from ${sql.table(entityTableOf(field.to))} other where other.id = ${column}`;
      return { value: sql`coalesce((${other}), '')`, text: true };
    }
    default:
      return { value: sql`coalesce(${column}::text, '')`, text: true };
  }
}

const writtenColumn = (column: string, language: string | undefined): RawBuilder<unknown> => {
  const german = sql.ref(column);
  return textIn({ de: german, en: sql`coalesce(nullif(${sql.ref(englishOf(column))}, ''), ${german})` }, language);
};

/** Returns the references that filter an entity's list. */
export function filters(entity: Entity) {
  return Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'reference' && field.filter
      ? [{ name, to: field.to, filter: field.filter, column: columnOf(name, field), about: field.about }]
      : [],
  );
}

/** Returns the switches that filter an entity's list. */
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

/** Counts the active rows of each entity, by plural. */
export async function countAll(ctx: Context): Promise<Record<string, number>> {
  const counts = entities.map(
    ({ name, plural, fields }) =>
      sql`(select count(*) from ${sql.table(entityTableOf(name))}
        ${fields['isActive'] ? sql`where is_active` : sql``}) as ${sql.ref(plural)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(ctx.db);
  return rows[0]!;
}
