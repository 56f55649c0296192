import { useState } from 'react';

// lives as long as the page; longer storage must be sealed
const begun = new Map<string, string>();

/** Keeps unfinished text for an event's log or for a correction, across forms that mount and unmount; `initial` without any. */
export function useBegunEntry(of: string, initial = ''): [text: string, change: (to: string) => void] {
  const [text, setText] = useState(begun.get(of) ?? initial);
  const change = (to: string) => {
    if (to) begun.set(of, to);
    else begun.delete(of);
    setText(to);
  };
  return [text, change];
}
