import type { InputField } from './frame.ts';

/** What a cell gets: the value as the API answered it, its description, and whether there is room for all of it. */
export type CellProps<Field extends InputField = InputField> = {
  name: string;
  field: Field;
  value: unknown;
  full?: boolean;
};

/** Whether there is nothing to show. */
export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
