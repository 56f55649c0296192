import { useState } from 'react';

/** Where a page of a long list begins. */
export interface PagePlace {
  /** What it comes after; null: it is the first. */
  after: string | null;
  /** How many stand before it. */
  before: number;
  /** Adds the page after this one, by where this one ends; only the last one does. */
  onMore: ((end: string) => void) | undefined;
}

/** The pages of a list that are shown so far; each asks for itself, so that a list of thousands never loads as a whole. */
export function usePages(size: number): PagePlace[] {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => ({
    after,
    before: index * size,
    onMore: index === cursors.length - 1 ? (end: string) => setCursors([...cursors, end]) : undefined,
  }));
}
