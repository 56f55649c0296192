import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { knownPlaceholders, placeholdersIn, questionOf } from '#shared/placeholders.ts';

type Options = { classes: { known: string; unknown: string }; label: (name: string) => string };

const placeholder = /\{{2,}[^{}]*\}{2,}/g;

/** Marks placeholders where they stand; the text itself stays as it was typed, so that nothing is lost in between. */
export const PlaceholderMarks = Extension.create<Options>({
  name: 'placeholderMarks',
  addOptions: () => ({ classes: { known: '', unknown: '' }, label: (name) => name }),
  addProseMirrorPlugins() {
    const { options } = this;
    return [
      new Plugin({
        props: { decorations: ({ doc }) => DecorationSet.create(doc, decorations(doc, options)) },
      }),
    ];
  },
});

function decorations(document: Node, { classes, label }: Options): Decoration[] {
  const found: Decoration[] = [];
  document.descendants((block, start) => {
    if (!block.isTextblock) return;
    const text = block.textBetween(0, block.content.size, undefined, '\n');
    for (const { 0: whole, index } of text.matchAll(placeholder)) {
      const name = placeholdersIn(whole)[0] ?? '';
      const isKnown = knownPlaceholders.includes(name) || questionOf(name);
      const from = start + 1 + index;
      found.push(
        Decoration.inline(from, from + whole.length, {
          class: isKnown ? classes.known : classes.unknown,
          title: label(name),
        }),
      );
    }
  });
  return found;
}
