import { ActionIcon, Button, Group } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { LinkControl } from './LinkControl.tsx';
import { PlaceholderMenu } from './PlaceholderMenu.tsx';
import classes from './RichTextEditor.module.css';

type Props = {
  editor: Editor;
  label: string;
  /** Opens the selection of prepared texts; undefined without any. */
  onPick: (() => void) | undefined;
};

/** The formatting toolbar, accessible by keyboard; a pressed button reflects the format at the cursor. */
export function Toolbar({ editor, label, onPick }: Props) {
  const { t } = useTranslation('fields');
  const change = () => editor.chain().focus();
  const button = (name: string, icon: IconName, run: () => void, state: { on?: boolean; off?: boolean }) => (
    <ActionIcon
      size={40}
      aria-label={t(`richText.${name}`)}
      title={t(`richText.${name}`)}
      variant={state.on ? 'light' : 'subtle'}
      color={state.on ? 'blue' : 'gray'}
      {...(state.on === undefined ? {} : { 'aria-pressed': state.on })}
      disabled={state.off ?? false}
      onClick={run}
    >
      <Icon name={icon} />
    </ActionIcon>
  );
  const is = (name: string, attributes = {}) => ({ on: editor.isActive(name, attributes) });
  return (
    <Group gap={2} role="toolbar" aria-label={t('richText.toolbar', { label })} className={classes['toolbar'] ?? ''}>
      {button('bold', 'bold', () => change().toggleBold().run(), is('bold'))}
      {button('italic', 'italic', () => change().toggleItalic().run(), is('italic'))}
      {button('heading', 'heading', () => change().toggleHeading({ level: 3 }).run(), is('heading'))}
      {button('bullets', 'list', () => change().toggleBulletList().run(), is('bulletList'))}
      {button('numbers', 'numbers', () => change().toggleOrderedList().run(), is('orderedList'))}
      <LinkControl editor={editor} />
      {button('undo', 'undo', () => change().undo().run(), { off: !editor.can().undo() })}
      {button('redo', 'redo', () => change().redo().run(), { off: !editor.can().redo() })}
      {onPick && (
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<Icon name="snippet" />}
          title={t('richText.snippetKey')}
          aria-keyshortcuts="Control+. Meta+."
          onClick={onPick}
        >
          {t('richText.snippet')}
        </Button>
      )}
      <PlaceholderMenu
        onChoose={(name) =>
          change()
            .insertContent({ type: 'text', text: `{{ ${name} }}` })
            .run()
        }
      />
    </Group>
  );
}
