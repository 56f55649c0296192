import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first input of a dialog with late content. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
