import { useLayoutEffect, useRef } from 'react';
import classes from './monitor.module.css';

/** A name on one line, in slightly smaller letters if it needs more, else on two lines. */
export function Name({ children }: { children: string }) {
  const part = useRef<HTMLSpanElement>(null);
  // at each drawing, once a second: the figures next to it get longer and shorter
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
