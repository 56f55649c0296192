import type { ReactNode } from 'react';
import classes from './PaperSheet.module.css';

/** A part of the page that alone goes on paper when the user prints. */
export function PaperSheet({ children }: { children: ReactNode }) {
  return <div className={classes['sheet']}>{children}</div>;
}
