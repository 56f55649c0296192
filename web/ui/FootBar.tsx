import { type ReactNode, useEffect, useRef } from 'react';
import classes from './FootBar.module.css';

type Props = {
  /** Names the bar where it is a region of its own. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** What is done with the page, in sight at its foot as long as there is height for both; messages stand above it. */
export function FootBar({ label, className = '', children }: Props) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--foot-bar', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0) + 12}px`);
    });
    observer.observe(bar.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot-bar');
    };
  }, []);
  const Element = label ? 'section' : 'div';
  return (
    <Element ref={bar as never} className={`${classes['bar']} ${className}`} aria-label={label}>
      {children}
    </Element>
  );
}
