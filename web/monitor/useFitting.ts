import { useLayoutEffect, useRef, useState } from 'react';

/** Counts the rows that fit; all until measured. */
export function useFitting() {
  const list = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(Number.POSITIVE_INFINITY);
  // once a second: the layout may change
  useLayoutEffect(() => {
    const rows = list.current!;
    const height = Math.max(0, ...[...rows.children].map((row) => row.getBoundingClientRect().height));
    if (height === 0) return;
    const gap = Number.parseFloat(getComputedStyle(rows.children[0]!).marginBottom) || 0;
    const room = rows.parentElement!.getBoundingClientRect().bottom - rows.getBoundingClientRect().top;
    setMost(Math.max(1, Math.floor((room + gap) / (height + gap))));
  });
  return { list, most };
}
