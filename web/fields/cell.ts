import type { EntityRow, InputField } from './frame.ts';

/** What a cell gets: the value as the API answered it, its description, whether there is room for all of it. */
export type CellProps<Field extends InputField = InputField> = {
  name: string;
  field: Field;
  value: unknown;
  full?: boolean;
  /** The row of a list that it belongs to. */
  row?: EntityRow;
};
