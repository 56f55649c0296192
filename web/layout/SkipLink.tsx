import type { RefObject } from 'react';
import classes from './layout.module.css';

type Props = { target: RefObject<HTMLElement | null>; children: string };

/** Skips bar and menu. A button, because the hash belongs to the routes. */
export function SkipLink({ target, children }: Props) {
  return (
    <button type="button" className={classes['skip']} onClick={() => target.current?.focus()}>
      {children}
    </button>
  );
}
