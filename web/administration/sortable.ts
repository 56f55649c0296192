import type { Field } from '#shared/administration/entity.ts';

/** Whether a list can go by a field: not by pictures and structures, nor by what lives elsewhere. */
export const isSortable = ({ kind, workedOut }: Field): boolean =>
  !workedOut && !['image', 'json', 'references', 'channelSettings', 'selectMany', 'table'].includes(kind);

/** The next order when a column's head is pressed: upwards, downwards, as usual. */
export function nextSort(sort: string, name: string): string {
  if (sort === name) return `-${name}`;
  return sort === `-${name}` ? '' : name;
}
