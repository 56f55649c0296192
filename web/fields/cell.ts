import type { Field } from '#shared/administration/entity.ts';

/** What a cell gets: the value as the API answered it, its description, and whether there is room for all of it. */
export type CellProps = { name: string; field: Field; value: unknown; full?: boolean };

/** Whether there is nothing to show. */
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
