import type { RefObject } from 'react';
import classes from './layout.module.css';

type Props = { target: RefObject<HTMLElement | null>; children: string };

/** The first thing the keyboard reaches: jumps over bar and menu. A button, since the hash belongs to the routes. */
export function SkipLink({ target, children }: Props) {
  return (
    <button type="button" className={classes['skip']} onClick={() => target.current?.focus()}>
      {children}
    </button>
  );
}
