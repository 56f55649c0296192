import { NumberInput as Digits } from '@mantine/core';
import type { CellProps } from './cell.ts';
import { type InputProps, useFrame } from './input.ts';

/** A whole number. */
export const NumberCell = ({ value }: CellProps) => <span>{String(value)}</span>;

/** A whole number to type. */
export function NumberInput(props: InputProps) {
  const { value, onChange } = props;
  return (
    <Digits
      {...useFrame(props)}
      value={typeof value === 'number' ? value : ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
      allowDecimal={false}
      hideControls
      min={-2_147_483_648}
      max={2_147_483_647}
    />
  );
}
