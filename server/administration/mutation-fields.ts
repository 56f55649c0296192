import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { inputsOf } from './inputs.ts';
import { collectionOf, refOf } from './refs.ts';
import { deleteRow } from './remove.ts';
import { createRow, updateRow } from './save.ts';

/** Adds createX, updateX and deleteX of an entity. */
export function implementMutations(entity: Entity): void {
  const { name, feature } = entity;
  const { create, update } = inputsOf(entity);
  const common = { type: refOf(name), authScopes: { feature } };
  builder.mutationFields((t) => ({
    [`create${name}`]: t.field({
      ...common,
      description: `Creates a ${name}.`,
      args: { input: t.arg({ type: create, required: true, description: 'Its fields.' }) },
      resolve: (_parent, { input }, ctx) => createRow(signedIn(ctx), entity, { ...input }),
    }),
    [`update${name}`]: t.field({
      ...common,
      description: `Changes a ${name}.`,
      args: { input: t.arg({ type: update, required: true, description: 'The changes.' }) },
      resolve: (_parent, args, ctx) => {
        const { id, ...input } = args.input;
        return updateRow(signedIn(ctx), entity, numberOf(collectionOf(name), id), input);
      },
    }),
    [`delete${name}`]: t.field({
      ...common,
      description: `Switches a ${name} off. Removes it if history cannot refer to it or if it is already off.`,
      args: { id: t.arg.id({ required: true, description: 'Its path or number.' }) },
      resolve: (_parent, { id }, ctx) => deleteRow(signedIn(ctx), entity, numberOf(collectionOf(name), id)),
    }),
  }));
}
