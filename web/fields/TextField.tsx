import { TextInput as Line } from '@mantine/core';
import { textInput } from '#shared/fields/kinds.ts';
import { plainText } from '#shared/rich-text.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** A text; in a list its first line. */
export function TextCell({ value, full = false }: CellProps) {
  const text = plainText(String(value));
  return <span className={full ? classes['whole'] : classes['line']}>{text}</span>;
}

/** A one-line text, address or number, with a suitable keyboard. */
export function TextInput(props: InputProps<FieldOf<'text' | 'email' | 'phone' | 'webAddress' | 'link'>>) {
  const { field, value, onChange } = props;
  return (
    <Line
      {...useFrame(props)}
      {...textInput(field)}
      // the browser's data about this user doesn't belong here
      autoComplete="off"
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
