import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Text } from '#shared/said-lines.ts';
import { beginEdit, decide, fail, hear, isTyped, markStored, send, type TextEdit, type } from './text-edit.ts';

/** A text being edited. */
export type Edited = {
  stored: Text;
  /** Resolves with the stored version, or null on failure. */
  onSave: SaveText;
  /** Reports unsaved text, then null. */
  onTyped: (text: Text | null) => void;
};

/** Resolves with the stored version, or null on failure. */
export type SaveText = (text: Text, before: Text) => Promise<Text | null>;

/** Manages the editing of a text. Stores nothing while the user has to decide. */
export function useTextEdit({ stored, onSave, onTyped }: Edited) {
  const [edit, setEdit] = useState(() => beginEdit(stored));
  const [isFailed, setFailed] = useState(false);
  const latest = useRef(edit);
  const turn = useRef(Promise.resolve(true));
  const change = (to: (edit: TextEdit) => TextEdit) => {
    latest.current = to(latest.current);
    setEdit(latest.current);
  };
  const take = useEffectEvent(() => change((now) => hear(now, stored)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: versions received during a request apply after it
  useEffect(() => take(), [stored.title, stored.content, edit.isSaving, edit.heard]);
  const tell = useEffectEvent(() => onTyped(isTyped(latest.current) ? latest.current.typed : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once per change, otherwise each report triggers the next
  useEffect(() => tell(), [edit.typed, edit.base, edit.theirs]);
  const store = async () => {
    const { typed, base, theirs } = latest.current;
    if (theirs || typed.title.trim() === '') return false;
    if (!isTyped(latest.current)) return true;
    change(send);
    const kept = await onSave(typed, base);
    setFailed(!kept);
    change((now) => (kept ? markStored(now, kept) : fail(now)));
    // the next save stores later text
    const isAll = kept !== null && !isTyped(latest.current);
    if (isAll) onTyped(null);
    return isAll;
  };
  return {
    typed: edit.typed,
    theirs: edit.theirs,
    isSaving: edit.isSaving,
    isFailed: isFailed && !edit.isSaving && !edit.theirs,
    change: (part: Partial<Text>) => change((now) => type(now, part)),
    save: () => {
      turn.current = turn.current.then(store);
      return turn.current;
    },
    /** Records which version the user keeps. */
    decide: (takesTheirs: boolean) => change((now) => decide(now, takesTheirs)),
  };
}
