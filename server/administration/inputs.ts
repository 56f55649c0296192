import { builder } from '#server/graphql/builder.ts';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { apiType } from './api-type.ts';

/** The inputs Create<X>Input and Update<X>Input of an entity: a field for each described one, relations as ids. */
export function inputsOf(entity: Entity) {
  const create = builder.inputType(`Create${entity.name}Input`, {
    description: `A new ${entity.name}.`,
    fields: (t) => fieldsOf(t, entity, (field) => field.required === true && !isMade(entity, field)) as never,
  });
  const update = builder.inputType(`Update${entity.name}Input`, {
    description: `What changes of a ${entity.name}; absent fields stay as they are.`,
    fields: (t) =>
      ({
        id: t.id({ required: true, description: 'The row.' }),
        ...fieldsOf(t, entity, () => false),
      }) as never,
  });
  return { create, update };
}

/** An identifier is made from the name when there is one. */
const isMade = (entity: Entity, field: Field) => field.identifier === true && 'name' in entity.fields;

// biome-ignore lint/suspicious/noExplicitAny: the builder's type depends on the name of the input
type Builder = any;

function fieldsOf(t: Builder, entity: Entity, isRequired: (field: Field) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      if (field.readOnly) return [];
      const options = { required: isRequired(field), description: field.about };
      return [[name, fieldOf(t, field, options)]];
    }),
  );
}

function fieldOf(t: Builder, field: Field, options: { required: boolean; description: string }): unknown {
  switch (apiType(field)) {
    case 'Int':
      return t.int(options);
    case 'Float':
      return t.float(options);
    case 'Boolean':
      return t.boolean(options);
    case 'ID':
      return t.id(options);
    case 'IDs':
      return t.idList(options);
    case 'Strings':
      return t.stringList(options);
    case 'DateTime':
    case 'JSON':
      return t.field({ ...options, type: apiType(field) });
    case 'String':
      return t.string(options);
  }
}
