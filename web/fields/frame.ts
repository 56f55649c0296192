import { createElement, Fragment, type ReactNode } from 'react';
import type { OwnKind } from '#shared/administration/entity.ts';
import type { Shape } from '#shared/fields/kinds.ts';
import type { Label } from '#shared/label.ts';
import { useLabel } from '#web/lib/label.ts';

/** A row of any entity of the administration; its fields are those of the description. */
export type EntityRow = Record<string, unknown> & { id: string; _id: number };

/** What an input knows of a field, whoever described it: its kind with the limits, and whether it must be filled. */
export type InputField = (Shape | OwnKind) & {
  required?: boolean | undefined;
  default?: unknown;
  hint?: Label;
};

/** The fields of some kinds. */
export type FieldOf<Kind extends InputField['kind']> = Extract<InputField, { kind: Kind }>;

/**
 * What an input gets. The value is one of its kind: of a reference the id or null, of references their ids, of an image
 * the file's id, of JSON the object; `row` is the row being edited, null for a new one.
 */
export type InputProps<Field extends InputField = InputField> = {
  name: string;
  field: Field;
  label: string;
  /** What stands behind the label. */
  mark?: ReactNode;
  /** What helps to fill it in, when the description has no hint. */
  description?: string | undefined;
  id?: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: ReactNode;
  /** The value as the API answered it: of what was chosen the name too, of a picture its address. */
  stored?: unknown;
  row?: EntityRow | null;
  /** The whole form, where what one field asks for depends on another. */
  values?: Record<string, unknown>;
  /** Changes another field of the form. */
  onOther?: (name: string, value: unknown) => void;
  /** What is wrong by name, in words; what a field consists of has names of its own. */
  errors?: Record<string, unknown>;
};

/** What every input shows around itself: its label, its hint, whether it must be filled and what is wrong. */
export function useFrame({ name, field, label, mark, description, id, error }: InputProps) {
  const words = useLabel();
  return {
    name,
    ...(id ? { id } : {}),
    label: mark ? createElement(Fragment, null, label, ' ', mark) : label,
    description: field.hint ? words(field.hint) : description,
    error,
    // an identifier is made from the name where none is entered
    required: field.required === true && !('identifier' in field),
  };
}

/** A value as the text of an input. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
