import { useState } from 'react';

// only as long as the page: what shall outlive it is kept sealed
const begun = new Map<string, string>();

/**
 * What was begun to be written into the log of an event, or as a correction of an entry, wherever its form stands and however
 * often it goes away; `initial` where nothing was.
 */
export function useBegunEntry(of: string, initial = ''): [text: string, change: (to: string) => void] {
  const [text, setText] = useState(begun.get(of) ?? initial);
  const change = (to: string) => {
    if (to) begun.set(of, to);
    else begun.delete(of);
    setText(to);
  };
  return [text, change];
}
