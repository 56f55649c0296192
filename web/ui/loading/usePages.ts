import { useState } from 'react';

export interface PagePlace {
  /** The cursor; null for the first. */
  after: string | null;
  before: number;
  /** Adds the next page; only on the last page. */
  onMore: ((end: string) => void) | undefined;
}

/** Returns the pages of a list, each loaded on its own. */
export function usePages(size: number): PagePlace[] {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => ({
    after,
    before: index * size,
    onMore: index === cursors.length - 1 ? (end: string) => setCursors([...cursors, end]) : undefined,
  }));
}
