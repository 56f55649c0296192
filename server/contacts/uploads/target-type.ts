import { builder } from '#server/api/graphql/builder.ts';
import { type ColumnTarget, columnTargetsOf, isPrivateTarget } from './headers/targets.ts';
import { loadTypes } from './queries.ts';

/** UploadTarget in the API. */
export const UploadTargetRef = builder.objectRef<ColumnTarget>('UploadTarget').implement({
  description: 'A possible target for a column of a file.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', { description: 'Name for `mapping`.' }),
    name: t.exposeString('name', { description: 'German name.' }),
    nameEn: t.exposeString('nameEn', { description: 'English name.' }),
    fieldType: t.string({
      nullable: true,
      description: 'Field type of a person data type; null for fields of the person.',
      resolve: ({ type }) => type?.fieldType ?? null,
    }),
    isRequired: t.boolean({
      description: 'Whether it is required for a new person.',
      resolve: ({ identifier, type }) => type?.isRequired ?? ['firstName', 'lastName'].includes(identifier),
    }),
    gives: t.stringList({
      description:
        'Identifiers of the fields it fills: itself, or the fields that its values are split or placed into.',
      resolve: ({ gives }) => [...gives],
    }),
    isRepeatable: t.exposeBoolean('isRepeatable', {
      description: 'Whether several columns can have it as their target.',
    }),
    isPrivate: t.boolean({
      description: 'Whether it is visible only to users who edit contacts.',
      resolve: async (target, _args, ctx) => isPrivateTarget(target, columnTargetsOf(await loadTypes(ctx))),
    }),
  }),
});
