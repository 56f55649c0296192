import { useLayoutEffect, useRef } from 'react';
import classes from './monitor.module.css';

/** A name on one line, if necessary smaller or on two. */
export function Name({ children }: { children: string }) {
  const part = useRef<HTMLSpanElement>(null);
  // once a second: figures change their width
  useLayoutEffect(() => {
    const name = part.current!;
    for (const long of ['no', 'hardly', 'yes']) {
      name.dataset['long'] = long;
      if (name.scrollWidth <= name.clientWidth) return;
    }
  });
  return (
    <span ref={part} className={classes['name']}>
      {children}
    </span>
  );
}
