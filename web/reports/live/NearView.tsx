import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './ReportPeople.module.css';

const MARGIN = '800px 0px';

type Props = {
  /** Height in pixels until rendered. */
  estimate: number;
  /** Renders the content at any position. */
  isWanted: boolean;
  children: ReactNode;
};

/**
 * Renders content only near the viewport and keeps its space, because browsers can't hold a long list. Focused content
 * stays.
 */
export function NearView({ estimate, isWanted, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(estimate);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)!;
        if (last.isIntersecting) setHeight(null);
        else if (!element.contains(document.activeElement)) setHeight(last.boundingClientRect.height);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const room = isWanted ? null : height;
  return (
    <div
      ref={box}
      {...(room !== null && { className: classes['room'], style: { '--room': `${room}px` } as CSSProperties })}
    >
      {room === null && children}
    </div>
  );
}
