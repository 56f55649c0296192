import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { knownPlaceholders, placeholdersIn, questionOf } from '#shared/placeholders.ts';

type Options = { classes: { known: string; unknown: string; named: string }; label: (name: string) => string };

const placeholder = /\{{2,}[^{}]*\}{2,}/g;

const focus = new PluginKey<boolean>('placeholderFocus');

/** Marks placeholders and displays their names, except for the one at the caret; the underlying text stays unchanged. */
export const PlaceholderMarks = Extension.create<Options>({
  name: 'placeholderMarks',
  addOptions: () => ({ classes: { known: '', unknown: '', named: '' }, label: (name) => name }),
  addProseMirrorPlugins() {
    const { options } = this;
    return [
      new Plugin({
        key: focus,
        state: {
          init: () => false,
          // the editor reports both by a transaction
          apply: (step, hadFocus) => Boolean(step.getMeta('focus')) || (hadFocus && !step.getMeta('blur')),
        },
        props: {
          decorations(state) {
            const { empty, head } = state.selection;
            const caret = focus.getState(state) && empty ? head : null;
            return DecorationSet.create(state.doc, decorations(state.doc, caret, options));
          },
        },
      }),
    ];
  },
});

function decorations(document: Node, caret: number | null, { classes, label }: Options): Decoration[] {
  const found: Decoration[] = [];
  document.descendants((block, start) => {
    if (!block.isTextblock) return;
    const text = block.textBetween(0, block.content.size, undefined, '\n');
    for (const { 0: whole, index } of text.matchAll(placeholder)) {
      const name = placeholdersIn(whole)[0] ?? '';
      const isKnown = knownPlaceholders.includes(name) || Boolean(questionOf(name));
      const from = start + 1 + index;
      const to = from + whole.length;
      const isAtCaret = caret !== null && from <= caret && caret <= to;
      const named = isKnown && !isAtCaret ? { 'data-name': label(name) } : {};
      const shown = isKnown ? [classes.known, 'data-name' in named ? classes.named : ''] : [classes.unknown];
      found.push(Decoration.inline(from, to, { class: shown.join(' ').trim(), title: label(name), ...named }));
    }
  });
  return found;
}
