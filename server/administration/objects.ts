import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { FileRef } from '#server/api/graphql/types.ts';
import { type Entity, type Field, neverEmpty } from '#shared/administration/entity.ts';
import { germanOf, readIn } from '#shared/administration/translated.ts';
import { apiType } from './api-type.ts';
import { isBaseRow } from './base-rows.ts';
import { collectionOf, loadEntityRow, refOf } from './refs.ts';

/** Returns a field's column: ids for references and files. */
export function columnOf(name: string, { kind }: Field): string {
  return kind === 'reference' || kind === 'image' ? `${name}Id` : name;
}

/** Implements an entity's object type from its description. */
export function implementObject(entity: Entity): void {
  const collection = collectionOf(entity.name);
  builder.objectType(refOf(entity.name), {
    name: entity.name,
    description: entity.about,
    fields: (t) => ({
      id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf(collection, row.id) }),
      _id: t.int({ description: 'Its number.', resolve: (row) => row.id }),
    }),
  });
  for (const [name, field] of Object.entries(entity.fields)) if (inOwnRow(field)) addField(entity, name, field);
}

export function markBaseRows({ name }: Entity): void {
  builder.objectField(refOf(name), 'isBase', (t) =>
    t.boolean({
      description: 'Whether the program needs it. It then cannot be deleted, and its identifier cannot change.',
      resolve: (row) => isBaseRow(name, row),
    }),
  );
}

function addField(entity: Entity, name: string, field: Field): void {
  const column = columnOf(name, field);
  const type = apiType(field);
  // a list may be empty, but never null
  const isNullable = !neverEmpty(field) && !Array.isArray(type);
  const common: { description: string; nullable?: true } = {
    description: field.about,
    ...(isNullable && { nullable: true }),
  };
  builder.objectField(refOf(entity.name), name, (t) => {
    if (field.kind === 'image')
      return t.field({
        ...common,
        type: FileRef,
        resolve: (row, _args, ctx) => loadRow(ctx, 'files', row[column] as number | null),
      });
    if (field.kind === 'reference')
      return t.field({
        ...common,
        type: refOf(field.to),
        resolve: (row, _args, ctx) => loadEntityRow(ctx, field.to, row[column] as number | null),
      });
    // unknown to the compiler
    const value = { ...common, type: type as 'JSON' };
    if (!field.translated) return t.field({ ...value, resolve: (row) => row[column] });
    return t.field({ ...value, resolve: (row, _args, ctx) => readIn(row, name, ctx.viewer?.language) || null });
  });
  if (!field.translated) return;
  builder.objectField(refOf(entity.name), germanOf(name), (t) =>
    t.field({
      ...common,
      description: `${field.about} In German, regardless of the reader’s language.`,
      type: type as 'JSON',
      resolve: (row) => row[column],
    }),
  );
}

/** Returns whether a field is in the entity's row. */
export const inOwnRow = ({ kind, workedOut }: Field): boolean =>
  kind !== 'references' && kind !== 'channelSettings' && !workedOut;
