import { plainText } from '#shared/rich-text.ts';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** A text; in a list its first line. */
export function TextCell({ value, full = false }: CellProps) {
  const text = plainText(String(value));
  return <span className={full ? classes['whole'] : classes['line']}>{text}</span>;
}
