import { useState } from 'react';

/** Copies the text of an element; without a clipboard, selects it. */
export function useCopy(id: string, text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const copy = () => {
    const select = () => {
      const shown = document.getElementById(id);
      if (shown) getSelection()?.selectAllChildren(shown);
      setOutcome('selected');
    };
    // browsers have no clipboard without HTTPS
    if (!navigator.clipboard) select();
    else navigator.clipboard.writeText(text).then(() => setOutcome('copied'), select);
  };
  return { copy, outcome };
}
