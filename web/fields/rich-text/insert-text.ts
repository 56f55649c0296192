import type { Editor, JSONContent } from '@tiptap/react';
import { asHtml } from '#shared/read-only-blocks.ts';
import { contentOf } from './document.ts';
import { reducedHtml } from './kept-html.ts';
import type { PreparedText } from './writing.ts';

/** Inserts a prepared text at the cursor; an unchangeable one becomes a block with a line below it. */
export function insertText(editor: Editor, { content, snippet }: PreparedText): void {
  editor.chain().focus().insertContent(nodesOf(content, snippet)).run();
}

function nodesOf(content: string, snippet: number | null): string | JSONContent[] {
  if (snippet !== null) {
    const html = reducedHtml(asHtml(content.trim()));
    return [{ type: 'readOnlyBlock', attrs: { snippet: String(snippet), html } }, { type: 'paragraph' }];
  }
  const text = contentOf(content);
  if (typeof text === 'string') return text;
  const [first, ...more] = text.content ?? [];
  // a single line continues at the cursor
  return more.length ? text.content! : (first?.content ?? []);
}
