import type { Entity, Field } from '#shared/administration/entity.ts';

/** Returns true for rarely needed fields, such as identifiers that the program derives from the name. */
export const isAdvanced = ({ fields }: Entity, field: Field): boolean =>
  field.advanced === true || (field.identifier === true && !field.spoken && 'name' in fields);

/** Returns the columns of an entity's list. */
export const columnsOf = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.list && !isAdvanced(entity, field));
