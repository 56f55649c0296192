import { createElement, Fragment, type ReactNode } from 'react';
import type { OwnKind } from '#shared/administration/entity.ts';
import type { Shape } from '#shared/fields/kinds.ts';
import type { Label } from '#shared/label.ts';
import { useLabel } from '#web/lib/label.ts';

/** A row of any entity of the administration, with the described fields. */
export type EntityRow = Record<string, unknown> & { id: string; _id: number };

/** The description of a field for an input: kind, limits, whether it is required. */
export type InputField = (Shape | OwnKind) & {
  required?: boolean | undefined;
  default?: unknown;
  hint?: Label;
};

/** The fields of some kinds. */
export type FieldOf<Kind extends InputField['kind']> = Extract<InputField, { kind: Kind }>;

/**
 * The props of an input. The value depends on its kind: the id or null for a reference, ids for references, the file's id for
 * an image, the object for JSON. `row` is the edited row, null for a new one.
 */
export type InputProps<Field extends InputField = InputField> = {
  name: string;
  field: Field;
  label: string;
  /** A mark behind the label. */
  mark?: ReactNode;
  /** A hint, if the description has none. */
  description?: string | undefined;
  id?: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: ReactNode;
  /** The API's value: includes the name of a selected entry, or a picture's address. */
  stored?: unknown;
  row?: EntityRow | null;
  /** The whole form, for fields that depend on others. */
  values?: Record<string, unknown>;
  /** Changes another field of the form. */
  onOther?: (name: string, value: unknown) => void;
  /** The errors by name, in words; parts of a field have names of their own. */
  errors?: Record<string, unknown>;
};

/** Returns the common frame of an input: label, hint, required mark, error. */
export function useFrame({ name, field, label, mark, description, id, error }: InputProps) {
  const words = useLabel();
  return {
    name,
    ...(id ? { id } : {}),
    label: mark ? createElement(Fragment, null, label, ' ', mark) : label,
    description: field.hint ? words(field.hint) : description,
    error,
    // the program derives an empty identifier from the name
    required: field.required === true && !('identifier' in field),
  };
}

/** Returns a value as an input's text. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
