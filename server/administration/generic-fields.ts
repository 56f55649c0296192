import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf, numbersOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type Context, can } from '#server/platform/context.ts';
import { type Usage, usageOf } from '#server/platform/database/usage.ts';
import { Refusal } from '#server/platform/errors.ts';
import { entities } from '#shared/administration/entities.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { collectionOf, loadEntityRow } from './refs.ts';
import { deletionOf, setActive } from './remove.ts';
import type { Deletion } from './saving.ts';

const authScopes = { anyFeature: entities.map(({ feature }) => feature) };

const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'How many rows of one kind refer to a row.',
  fields: (t) => ({
    what: t.exposeString('what', { description: 'The kind of row, by the API name of its list, e.g. "eventTypes".' }),
    count: t.exposeInt('count', { description: 'How many.' }),
  }),
});

const typeArg = 'Name of the API type, e.g. "Location".';

function entityFor(ctx: Context, type: string): Entity {
  const entity = entities.find(({ name }) => name === type);
  if (!entity) throw new Refusal('error_invalid_input', { type: 'error_invalid_input' });
  if (!can(ctx, entity.feature)) throw new Refusal('error_forbidden');
  return entity;
}

builder.queryField('usage', (t) =>
  t.field({
    type: [UsageType],
    description: 'The rows that refer to a row of the administration, to show before it is deleted.',
    authScopes,
    args: {
      type: t.arg.string({ required: true, description: typeArg }),
      id: t.arg.id({ required: true, description: 'The row.' }),
    },
    resolve: (_parent, { type, id }, ctx) => {
      const { name } = entityFor(ctx, type);
      return usageOf(ctx.db, collectionOf(name), numberOf(collectionOf(name), id));
    },
  }),
);

const DeletionOutcome = builder.enumType('DeletionOutcome', {
  description: 'The result of deleting a row.',
  values: {
    REMOVE: { value: 'remove', description: 'The row is permanently removed.' },
    SWITCH_OFF: { value: 'switchOff', description: 'The row is switched off and stays in history.' },
    REFUSE: { value: 'refuse', description: 'Nothing happens, because something refers to the row.' },
    KEEP: {
      value: 'keep',
      description: 'Nothing happens, because the program needs the row or it is a user who is already off.',
    },
  } as const,
});

const DeletionType = builder.objectRef<Deletion>('Deletion').implement({
  description: 'A preview of deleting a row.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: DeletionOutcome, description: 'The result of deleting it.' }),
    usage: t.expose('usage', { type: [UsageType], description: 'The rows that refer to it.' }),
  }),
});

builder.queryField('deletion', (t) =>
  t.field({
    type: DeletionType,
    description: 'Returns what deleting a row of the administration would do, without changing anything.',
    authScopes,
    args: {
      type: t.arg.string({ required: true, description: typeArg }),
      id: t.arg.id({ required: true, description: 'The row.' }),
    },
    resolve: async (_parent, { type, id }, ctx) => {
      const entity = entityFor(ctx, type);
      const row = await loadEntityRow(ctx, entity.name, numberOf(collectionOf(entity.name), id));
      if (!row) throw new Refusal('error_not_found');
      return deletionOf(ctx.db, entity, row);
    },
  }),
);

builder.mutationField('setActive', (t) =>
  t.field({
    type: ['ID'],
    description: 'Switches rows of the administration on or off, all or none. Returns their ids.',
    authScopes,
    args: {
      type: t.arg.string({ required: true, description: typeArg }),
      ids: t.arg.idList({ required: true, description: 'The rows.' }),
      isActive: t.arg.boolean({ required: true, description: 'Whether they can be selected from now on.' }),
    },
    resolve: async (_parent, { type, ids, isActive }, context) => {
      const ctx = signedIn(context);
      const entity = entityFor(ctx, type);
      const collection = collectionOf(entity.name);
      const numbers = numbersOf(collection, ids);
      await setActive(ctx, entity, numbers, isActive);
      return numbers.map((number) => idOf(collection, number));
    },
  }),
);
