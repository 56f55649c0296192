import { type ReactNode, useEffect, useRef } from 'react';
import classes from './FootBar.module.css';

type Props = {
  /** Makes the bar a named region. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** The page's actions, sticky at its foot on high screens. */
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
