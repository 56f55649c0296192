import { ActionIcon } from '@mantine/core';
import { Node, NodeViewWrapper, type ReactNodeViewProps, ReactNodeViewRenderer } from '@tiptap/react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { plainText } from '#shared/rich-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { keptHtml } from './kept-html.ts';
import classes from './read-only-block.module.css';
import { WritingContext } from './writing.ts';

/** An unchangeable snippet: selected, moved and removed as a whole. */
export const ReadOnlyBlocks = Node.create({
  name: 'readOnlyBlock',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    snippet: { default: null, parseHTML: (element) => element.getAttribute('data-snippet') },
    html: { default: '', parseHTML: keptHtml },
  }),
  parseHTML: () => [{ tag: 'div[data-snippet]', priority: 100 }],
  renderHTML({ node }) {
    // for the clipboard; a pasted block is reduced again
    const block = document.createElement('div');
    block.dataset['snippet'] = String(node.attrs['snippet']);
    block.innerHTML = String(node.attrs['html']);
    return block;
  },
  renderText: ({ node }) => plainText(String(node.attrs['html'])),
  addNodeView: () => ReactNodeViewRenderer(BlockView),
});

function BlockView({ node, selected, deleteNode }: ReactNodeViewProps) {
  const { t } = useTranslation('fields');
  const writing = useContext(WritingContext);
  const html = String(node.attrs['html']);
  return (
    <NodeViewWrapper className={classes['block']} data-selected={selected} contentEditable={false}>
      <div className={classes['head']}>
        <Icon name="lock" size={18} />
        <span>{t('richText.locked')}</span>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label={t('richText.removeBlock')} onClick={deleteNode}>
          <Icon name="trash" size={20} />
        </ActionIcon>
      </div>
      {writing ? writing.shown(html) : plainText(html)}
    </NodeViewWrapper>
  );
}
