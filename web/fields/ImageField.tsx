import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** A picture, small; white ones stand on a dark ground. */
export function ImageCell({ name, value, full = false }: CellProps) {
  const { contentUrl } = value as { contentUrl: string };
  const dark = name === 'whiteIcon' || name === 'secondaryIcon';
  return (
    <span className={classes['image']} data-dark={dark} data-full={full}>
      <img src={contentUrl} alt="" />
    </span>
  );
}
