import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** A colour with its code. */
export function ColourCell({ value }: CellProps) {
  return (
    <span className={classes['colour']}>
      <span style={{ background: String(value) }} aria-hidden="true" /> {String(value)}
    </span>
  );
}
