import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { plainText } from '#shared/rich-text.ts';
import { withSaidSince } from '#shared/said-lines.ts';
import type { Text } from './EditableText.tsx';

/** A text that is being changed. */
export type Edited = {
  /** As it is stored, as far as the page has heard. */
  stored: Text;
  /** Stores the text; tells whether that worked. */
  onSave: (text: Text) => Promise<boolean>;
  /** Tells what was typed and is not stored, and null once it is. */
  onTyped: (text: Text | null) => void;
};

/**
 * What is typed of a text, as a change of what it began from. What changes under it meanwhile is taken over: as it is
 * while nothing is typed, line by line where only what was said came in; else somebody has to decide, and until then
 * nothing is stored.
 */
export function useTextEdit({ stored, onSave, onTyped }: Edited) {
  const [typed, setTyped] = useState(stored);
  const [base, setBase] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const [sent, setSent] = useState<Text>();
  const [theirs, setTheirs] = useState<Text>();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const isTyped = !isSame(typed, base);
  if (state !== 'saving' && !isSame(seen, stored)) {
    setSeen(stored);
    setSent(undefined);
    const merged = isTyped ? withSaidSince(typed, base, stored) : stored;
    if (isTyped && sent && isLike(sent, stored)) {
      setBase(stored); // what was stored here comes back, perhaps cleaned
      setTheirs(undefined);
    } else if (merged) {
      setTyped(merged);
      setBase(stored);
      setTheirs(undefined);
    } else setTheirs(stored);
  }
  const latest = useRef({ typed, base, theirs });
  const turn = useRef(Promise.resolve(true));
  const tell = useEffectEvent(() => {
    latest.current = { typed, base, theirs };
    onTyped(isTyped ? typed : null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once per change, else every telling brings the next
  useEffect(() => tell(), [typed, base, theirs]);
  const store = async () => {
    const { typed: text, base: from, theirs: other } = latest.current;
    if (other || text.title.trim() === '') return false;
    if (isSame(text, from)) return true;
    setState('saving');
    setSent(text);
    const isStored = await onSave(text);
    setState(isStored ? 'idle' : 'failed');
    if (!isStored) return false;
    setBase(text);
    latest.current = { ...latest.current, base: text };
    // what was typed since is stored by the next save
    const isAll = isSame(latest.current.typed, text);
    if (isAll) onTyped(null);
    return isAll;
  };
  return {
    typed,
    state,
    theirs,
    change: (part: Partial<Text>) => {
      latest.current = { ...latest.current, typed: { ...latest.current.typed, ...part } };
      setTyped(latest.current.typed);
    },
    save: () => {
      turn.current = turn.current.then(store);
      return turn.current;
    },
    /** Says whose text holds. */
    decide: (takesTheirs: boolean) => {
      if (!theirs) return;
      if (takesTheirs) setTyped(theirs);
      setBase(theirs);
      setTheirs(undefined);
    },
  };
}

const isSame = (one: Text, other: Text): boolean =>
  one.title.trim() === other.title.trim() && one.content.trim() === other.content.trim();

/** The same words: the server cleans what it stores. */
const isLike = (one: Text, other: Text): boolean =>
  one.title.trim() === other.title.trim() && wordsOf(one.content) === wordsOf(other.content);

const wordsOf = (content: string) => plainText(content).replace(/\s+/g, ' ').trim();
