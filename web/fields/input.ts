import type { Field } from '#shared/administration/entity.ts';
import { useLabel } from '#web/lib/label.ts';

/** A row of any entity of the administration; its fields are those of the description. */
export type EntityRow = Record<string, unknown> & { id: string; _id: number };

/**
 * What an input gets. The value is what the API's input takes: of a reference the id or null, of references their ids,
 * of an image the file's id, of JSON the object; `row` is the row being edited, null for a new one.
 */
export type InputProps = {
  name: string;
  field: Field;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: string | undefined;
  row?: EntityRow | null;
  /** The whole form, where what one field asks for depends on another. */
  values?: Record<string, unknown>;
  /** Changes another field of the form. */
  onOther?: (name: string, value: unknown) => void;
  /** What is wrong by name, in words; what a field consists of has names of its own. */
  errors?: Record<string, unknown>;
};

/** What every input shows around itself: its label, its hint, whether it must be filled and what is wrong. */
export function useFrame({ name, field, label, error }: InputProps) {
  const words = useLabel();
  const description = field.hint ? words(field.hint) : undefined;
  return { name, label, description, error, required: field.required === true };
}

/** A value as the text of an input. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
