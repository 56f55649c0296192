import type { ReactNode } from 'react';
import classes from './PaperSheet.module.css';

/** The only part that is printed. */
export function PaperSheet({ children }: { children: ReactNode }) {
  return <div className={classes['sheet']}>{children}</div>;
}
