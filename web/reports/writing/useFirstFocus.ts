import { type RefObject, useEffect, useRef } from 'react';

/** For the input that is typed into first, in a dialog whose content comes after it has opened. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return input;
}
