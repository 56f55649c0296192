import type { Entity, Field } from '#shared/administration/entity.ts';

/** Whether hardly anybody needs a field: the program makes the identifier from the name where there is one. */
export const isAdvanced = ({ fields }: Entity, field: Field): boolean =>
  field.advanced === true || (field.identifier === true && !field.spoken && 'name' in fields);

/** The columns of an entity's list. */
export const columnsOf = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.list && !isAdvanced(entity, field));
