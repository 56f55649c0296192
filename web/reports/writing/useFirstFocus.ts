import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first input of a dialog whose content appears after it has opened. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
