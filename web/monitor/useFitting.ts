import { useLayoutEffect, useRef, useState } from 'react';

/** Counts the rows that fit, and those that fit above a paragraph at the lower edge; all until measured. */
export function useFitting() {
  const list = useRef<HTMLUListElement>(null);
  const below = useRef<HTMLParagraphElement>(null);
  const [most, setMost] = useState(Number.POSITIVE_INFINITY);
  const [mostAbove, setMostAbove] = useState(Number.POSITIVE_INFINITY);
  // once a second: the layout may change
  useLayoutEffect(() => {
    const rows = list.current!;
    const height = Math.max(0, ...[...rows.children].map((row) => row.getBoundingClientRect().height));
    if (height === 0) return;
    const gap = Number.parseFloat(getComputedStyle(rows.children[0]!).marginBottom) || 0;
    const room = rows.parentElement!.getBoundingClientRect().bottom - rows.getBoundingClientRect().top;
    const fitting = (space: number) => Math.max(1, Math.floor((space + gap) / (height + gap)));
    setMost(fitting(room));
    setMostAbove(fitting(room - (below.current?.getBoundingClientRect().height ?? 0)));
  });
  return { list, below, most, mostAbove };
}
