import { type KeyboardEvent, useState } from 'react';
import { offered, type TextContext } from './offered.ts';
import type { Proposal, Snippet } from './queries.ts';

type Options = {
  snippets: readonly Snippet[];
  proposals: readonly Proposal[];
  about: TextContext;
  onChoose: (snippet: Snippet) => void;
};

export function useSnippetKeys({ snippets, proposals, about, onChoose }: Options) {
  const [wanted, setWanted] = useState({ words: '', snippetType: '', eventType: '' });
  const [active, setActive] = useState<string | null>(null);
  const { fitting, others } = offered(snippets, proposals, about, wanted);
  const all = [...fitting, ...others];
  const current = all.find((snippet) => snippet.id === active) ?? all[0];
  const narrow = (part: Partial<typeof wanted>) => {
    setWanted({ ...wanted, ...part });
    setActive(null);
  };
  const move = (by: number) => {
    if (!current) return;
    const at = Math.min(Math.max(all.indexOf(current) + by, 0), all.length - 1);
    setActive(all[at]!.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const by = steps[event.key];
    if (event.nativeEvent.isComposing) return; // the key belongs to the input method
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) move(by);
    else if (current) onChoose(current);
  };
  const point = (snippet: Snippet) => setActive(snippet.id);
  return { wanted, narrow, fitting, others, current, point, onKeyDown };
}
