import type { InputFieldMap } from '@pothos/core';
import { builder } from '#server/api/graphql/builder.ts';
import type { Entity, Field } from '#shared/administration/entity.ts';
import { apiType } from './api-type.ts';

export function inputsOf(entity: Entity) {
  const create = builder.inputType(`Create${entity.name}Input`, {
    description: `A new ${entity.name}.`,
    fields: (t) => fieldsOf(t, entity, (field) => field.required === true && !isMade(entity, field)),
  });
  const update = builder.inputType(`Update${entity.name}Input`, {
    description: `Changes to a ${entity.name}; absent fields stay as they are.`,
    fields: (t) => ({
      id: t.id({ required: true, description: 'The row.' }),
      ...fieldsOf(t, entity, () => false),
    }),
  });
  return { create, update };
}

const isMade = (entity: Entity, field: Field) => field.identifier === true && 'name' in entity.fields;

type Builder = PothosSchemaTypes.InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

function fieldsOf(t: Builder, entity: Entity, isRequired: (field: Field) => boolean): InputFieldMap {
  const written = Object.entries(entity.fields).filter(([, field]) => !field.readOnly);
  return Object.fromEntries(
    written.map(([name, field]) => [
      name,
      t.field({ type: apiType(field), required: isRequired(field), description: field.about }),
    ]),
  );
}
