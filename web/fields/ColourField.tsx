import { ColorInput, useMantineTheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';
import { type InputProps, textOf, useFrame } from './frame.ts';

/** A colour with its code. */
export function ColourCell({ value }: CellProps) {
  return (
    <span className={classes['colour']}>
      <span style={{ background: String(value) }} aria-hidden="true" /> {String(value)}
    </span>
  );
}

/** Selects one of the application's colours, or any by code or eyedropper. */
export function ColourInput(props: InputProps) {
  const { value, onChange } = props;
  const { t } = useTranslation('fields');
  const { colors } = useMantineTheme();
  const own = ['blue', 'green', 'yellow', 'red', 'gray'].flatMap((name) =>
    [4, 6, 8].map((shade) => colors[name]?.[shade]),
  );
  return (
    <ColorInput
      {...useFrame(props)}
      format="hex"
      swatches={own.filter((colour) => colour !== undefined)}
      swatchesPerRow={6}
      withPicker={false}
      value={textOf(value)}
      onChange={onChange}
      eyeDropperButtonProps={{ 'aria-label': t('colour.fromScreen') }}
      popoverProps={{ withinPortal: false }}
      autoComplete="off"
    />
  );
}
