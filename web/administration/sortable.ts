import type { Field } from '#shared/administration/entity.ts';

/** Returns whether a list can be sorted by a field: not by pictures, structures or computed fields. */
export const isSortable = ({ kind, workedOut }: Field): boolean =>
  !workedOut && !['image', 'json', 'references', 'channelSettings', 'selectMany', 'table'].includes(kind);

/** Returns the next order after a click on a column head: ascending, descending, default. */
export function nextSort(sort: string, name: string): string {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? '' : name;
}
