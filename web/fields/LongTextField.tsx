import { Textarea } from '@mantine/core';
import { textInput } from '#shared/fields/kinds.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** A multi-line text. */
export function LongTextInput(props: InputProps<FieldOf<'longText'>>) {
  const { field, value, onChange } = props;
  return (
    <Textarea
      {...useFrame(props)}
      autosize
      minRows={3}
      maxRows={24}
      maxLength={textInput(field)?.maxLength}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
