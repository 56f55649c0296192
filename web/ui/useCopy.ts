import { useState } from 'react';

/** Copies a text that the element with this id shows; without a clipboard it is selected there instead. */
export function useCopy(id: string, text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const copy = () => {
    const select = () => {
      const shown = document.getElementById(id);
      if (shown) getSelection()?.selectAllChildren(shown);
      setOutcome('selected');
    };
    // there is no clipboard where the page did not come over HTTPS
    if (!navigator.clipboard) select();
    else navigator.clipboard.writeText(text).then(() => setOutcome('copied'), select);
  };
  return { copy, outcome };
}
