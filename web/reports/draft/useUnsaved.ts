import { useState } from 'react';

/** Keeps the names of parts with unsaved input. */
export function useUnsaved(touch: () => void) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const noteUnsaved = (name: string, isUnsaved: boolean) => {
    if (isUnsaved) touch();
    setUnsaved((before) => {
      if (before.has(name) === isUnsaved) return before;
      const after = new Set(before);
      if (isUnsaved) after.add(name);
      else after.delete(name);
      return after;
    });
  };
  return { unsaved, noteUnsaved };
}
