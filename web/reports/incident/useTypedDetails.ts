import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { asOneMutation } from '#web/lib/tab/pending-mutations.ts';
import { type Details, type TypedDetails, untouched } from './typed-details.ts';

const PAUSE = 700;

type Storing = {
  /** Called after input or a choice. */
  onTyped: () => void;
  /** Resolves with whether the page has received them. */
  store: (typed: TypedDetails) => Promise<boolean>;
};

export function useTypedDetails({ onTyped, store }: Storing) {
  const [typed, setTyped] = useState(untouched);
  const latest = useRef(untouched);
  const turn = useRef<Promise<boolean>>(Promise.resolve(true));
  const show = (now: TypedDetails) => {
    latest.current = now;
    setTyped(now);
  };
  const note = (part: Details) => {
    show({ ...latest.current, ...part, isUnsaved: true });
    onTyped();
  };
  const storeNow = async (isTyping: boolean) => {
    const now = latest.current;
    if (now.isUnsaved && !(await store(now))) return false;
    // further input stays as typed
    if (latest.current === now) show(isTyping ? { ...now, isUnsaved: false } : untouched);
    return true;
  };
  const storeInTurn = (isTyping: boolean) => {
    turn.current = asOneMutation(turn.current.then(() => storeNow(isTyping)));
    return turn.current;
  };
  const storeSoon = useDebouncedCallback(() => void storeInTurn(true), { delay: PAUSE, flushOnUnmount: true });
  return {
    typed,
    type: (part: Details) => {
      note(part);
      storeSoon();
    },
    /** Stores the typed or given ones. */
    save: (given?: Details) => {
      if (given) note(given);
      return storeInTurn(false);
    },
  };
}
