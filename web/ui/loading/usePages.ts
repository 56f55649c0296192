import { useState } from 'react';

/** The position of a page in a long list. */
export interface PagePlace {
  /** The cursor before the page; null for the first. */
  after: string | null;
  before: number;
  /** Adds the next page after the given cursor; only on the last page. */
  onMore: ((end: string) => void) | undefined;
}

/** Returns the pages of a list; each loads on its own, so that long lists never load as a whole. */
export function usePages(size: number): PagePlace[] {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => ({
    after,
    before: index * size,
    onMore: index === cursors.length - 1 ? (end: string) => setCursors([...cursors, end]) : undefined,
  }));
}
