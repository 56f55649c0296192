import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { OrderInput } from '#server/api/graphql/order.ts';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, singleOf } from '#shared/administration/entity.ts';
import './generic-fields.ts';
import '#server/administration/channels/channel-secrets.ts';
import './icons.ts';
import './live-fields.ts';
import { implementMutations } from './mutation-fields.ts';
import { implementObject, markBaseRows } from './objects.ts';
import { countAll, filters, type ListArgs, listRows, switches } from './queries.ts';
import { collectionOf, loadEntityRow, refOf } from './refs.ts';
import './side-menu-fields.ts';

for (const entity of entities) {
  listQuery(entity);
  markBaseRows(entity);
  if (entity.servedBy) continue;
  implementObject(entity);
  singleQuery(entity);
  implementMutations(entity);
}

function access({ read, feature }: Entity) {
  return read === 'signedIn' ? { signedIn: true } : { feature };
}

function listQuery(entity: Entity): void {
  builder.queryField(entity.plural, (t) =>
    t.field({
      type: connectionOf(refOf(entity.name)),
      description: `All ${entity.name}s, or those that match the arguments.`,
      authScopes: access(entity),
      args: {
        ...pageArgs(t.arg),
        ...Object.fromEntries(switches(entity).map(({ name, about }) => [name, t.arg.boolean({ description: about })])),
        search: t.arg.string({ description: 'Only those that contain these words.' }),
        order: t.arg({ type: [OrderInput], description: 'Fields to order by; absent: the usual order.' }),
        ...Object.fromEntries(filters(entity).map(({ name, about }) => [name, t.arg.id({ description: about })])),
      },
      complexity: pageCost,
      resolve: (_parent, args, ctx) => listRows(ctx, entity, args as ListArgs),
    }),
  );
}

function singleQuery(entity: Entity): void {
  builder.queryField(singleOf(entity), (t) =>
    t.field({
      type: refOf(entity.name),
      nullable: true,
      description: `One ${entity.name}, or null when there is none with this id.`,
      authScopes: access(entity),
      args: { id: t.arg.id({ required: true, description: 'Its path or number.' }) },
      resolve: (_parent, { id }, ctx) => loadEntityRow(ctx, entity.name, numberOf(collectionOf(entity.name), id)),
    }),
  );
}

const AdminCounts = builder.objectRef<Record<string, number>>('AdminCounts').implement({
  description: 'The number of active rows in each part of the administration.',
  fields: (t) =>
    Object.fromEntries(
      entities.map(({ plural, name }) => [
        plural,
        t.int({ description: `Number of ${name}s.`, resolve: (counts) => counts[plural]! }),
      ]),
    ),
});

builder.queryField('adminCounts', (t) =>
  t.field({
    type: AdminCounts,
    description: 'The figures for the overview of the administration.',
    authScopes: { feature: 'show_admin_menu' },
    resolve: (_parent, _args, ctx) => countAll(ctx),
  }),
);
