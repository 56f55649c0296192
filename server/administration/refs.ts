import type { ObjectRef } from '@pothos/core';
import { builder } from '#server/api/graphql/builder.ts';
import type { Collection } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import * as types from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';
import { type Target, targetOf } from '#shared/administration/target.ts';

/** Defined by the entity's description. */
export type EntityRow = Record<string, unknown> & { id: number };

export type EntityRef = ObjectRef<(typeof builder)['$inferSchemaTypes'], EntityRow>;

/** Types of other concepts are declared centrally. */
const refs = new Map<string, EntityRef>(
  Object.entries(types).map(([name, ref]) => [name.replace(/Ref$/, ''), ref as object as EntityRef]),
);

/** The object type of an entity or other target. */
export function refOf(name: string): EntityRef {
  const ref = refs.get(name) ?? builder.objectRef<EntityRow>(name);
  refs.set(name, ref);
  return ref;
}

/** The tables of entities and referenced rows. */
export type EntityTable = Target['plural'];

/** Its table in the query builder. */
export const entityTableOf = (name: string): EntityTable => targetOf(name).plural;

/** Its row by id, or null. */
export const loadEntityRow = (ctx: { loaders: Loaders }, name: string, id: number | null): Promise<EntityRow | null> =>
  loadRow(ctx, entityTableOf(name), id);

/** Returns an entity's collection. */
export const collectionOf = (name: string): Collection =>
  entityTableOf(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Collection;
