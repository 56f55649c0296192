import type { EntityRow, InputField } from './frame.ts';

/** The props of a cell: the API's value, its description, and whether there is room for all of it. */
export type CellProps<Field extends InputField = InputField> = {
  name: string;
  field: Field;
  value: unknown;
  full?: boolean;
  row?: EntityRow;
};
