import { TextInput as Line, Textarea } from '@mantine/core';
import type { FieldKind } from '#shared/administration/entity.ts';
import { plainText } from '#shared/rich-text.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type InputProps, textOf, useFrame } from './input.ts';

/** A text; in a list its first line. */
export function TextCell({ value, full = false }: CellProps) {
  const text = plainText(String(value));
  return <span className={full ? classes['whole'] : classes['line']}>{text}</span>;
}

// telephones show the fitting keyboard
const types: Partial<Record<FieldKind, 'email' | 'tel'>> = { email: 'email', phone: 'tel' };

/** One line of text, an address or a number. */
export function TextInput(props: InputProps) {
  const { field, value, onChange } = props;
  return (
    <Line
      {...useFrame(props)}
      type={types[field.kind] ?? 'text'}
      autoComplete="off"
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Several lines of text. */
export function LongTextInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <Textarea
      {...useFrame(props)}
      autosize
      minRows={3}
      maxRows={16}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
