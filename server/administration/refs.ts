import type { ObjectRef } from '@pothos/core';
import { builder } from '#server/api/graphql/builder.ts';
import type { Collection } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import * as types from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';
import { type Target, targetOf } from '#shared/administration/target.ts';

/** A row of any table; the entity's description defines its columns. */
export type EntityRow = Record<string, unknown> & { id: number };

/** The object type of an entity, without its row type. */
export type EntityRef = ObjectRef<(typeof builder)['$inferSchemaTypes'], EntityRow>;

/** Types that other concepts reference are declared centrally; the rest is created here. */
const refs = new Map<string, EntityRef>(
  Object.entries(types).map(([name, ref]) => [name.replace(/Ref$/, ''), ref as object as EntityRef]),
);

/** The object type of an entity, or of what else a reference leads to. */
export function refOf(name: string): EntityRef {
  const ref = refs.get(name) ?? builder.objectRef<EntityRow>(name);
  refs.set(name, ref);
  return ref;
}

/** The tables of entities and referenced rows. */
export type EntityTable = Target['plural'];

/** The table of an entity, or of what else a reference leads to, as the query builder names it. */
export const entityTableOf = (name: string): EntityTable => targetOf(name).plural;

/** The row of an entity, or of what else a reference leads to, by its id, or null. */
export const loadEntityRow = (ctx: { loaders: Loaders }, name: string, id: number | null): Promise<EntityRow | null> =>
  loadRow(ctx, entityTableOf(name), id);

/** Returns the collection of an entity: its table's name in SQL, and the path of its ids. */
export const collectionOf = (name: string): Collection =>
  entityTableOf(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Collection;
