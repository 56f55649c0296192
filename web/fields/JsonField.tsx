import { Code } from '@mantine/core';
import type { CellProps } from './cell.ts';
import classes from './fields.module.css';

/** Structured data as it stands. */
export function JsonCell({ value }: CellProps) {
  return (
    <Code block className={classes['json'] ?? ''}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
