import type { Editor, JSONContent } from '@tiptap/react';
import { asHtml } from '#shared/read-only-blocks.ts';
import { contentOf } from './document.ts';
import { reducedHtml } from './kept-html.ts';
import type { PreparedText } from './writing.ts';

/** Puts a prepared text where the cursor stands: one that cannot be changed as a block, with a line to go on below it. */
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
  // a single line goes on where the cursor stands
  return more.length ? text.content! : (first?.content ?? []);
}
