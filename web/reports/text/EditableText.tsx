import { Alert, Button, Group, Stack, Text as Words } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillPlaceholders, openPlaceholders } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import { Placeholder } from '#web/messages/placeholder/Placeholder.tsx';
import { RichText } from '#web/messages/RichText.tsx';
import todo from '#web/reports/todo.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './EditableText.module.css';
import { TextEditor } from './TextEditor.tsx';
import type { SaveText } from './useTextEdit.ts';

type Props = Text & {
  editable: boolean;
  onSave: SaveText;
  /** Reports unsaved text, then null. */
  onTyped: (text: Text | null) => void;
  /** Called when the editor opens. */
  onBegin?: () => void;
  /** Whether the editor is open at first. */
  startsOpen?: boolean;
  /** Fills a text with the known information for reading. */
  read?: (text: Text) => Text;
  /** Stores a placeholder's value elsewhere; null if impossible. */
  onFill?: (name: string, value: string) => Promise<boolean> | null;
  /** Appears only while something is missing. */
  withoutText?: boolean;
};

/** A text as it arrives. Missing parts can be filled in place. */
export function EditableText(props: Props) {
  const { title, content, editable, onSave, onTyped, read, onFill, onBegin, startsOpen = false, withoutText } = props;
  const { t } = useTranslation('drafts');
  const [editing, setEditing] = useState(startsOpen);
  const begin = () => {
    setEditing(true);
    onBegin?.();
  };
  if (editing && editable)
    return <TextEditor stored={{ title, content }} {...{ onSave, onTyped }} onDone={() => setEditing(false)} />;
  const shown = read?.({ title, content }) ?? { title, content };
  const open = [...new Set(openPlaceholders(`${shown.title}\n${shown.content}`, {}))];
  const fill = async (name: string, value: string) => {
    const filled = (text: string) => fillPlaceholders(text, { [name]: value });
    const isElsewhere = onFill?.(name, value);
    return (
      isElsewhere ?? (await onSave({ title: filled(title), content: filled(content) }, { title, content })) !== null
    );
  };
  const placeholder = (text: string, key: string) => (
    <Placeholder key={key} text={text} onFill={editable ? fill : undefined} />
  );
  return (
    <Stack gap="md">
      {open.length > 0 && (
        <Alert color="yellow" icon={<Icon name="edit" />} classNames={{ message: todo['todo'] ?? '' }}>
          {t('text.open', { count: open.length })}
        </Alert>
      )}
      {(!withoutText || open.length > 0) && (
        <div className={classes['paper']}>
          <Words fw={650} fz="lg" mb={8} component="div">
            <RichText text={shown.title} placeholder={placeholder} />
          </Words>
          {content ? (
            <RichText text={shown.content} placeholder={placeholder} />
          ) : (
            <Words c="gray.6">{t('text.empty')}</Words>
          )}
        </div>
      )}
      {editable && (
        <Group>
          <Button variant="default" leftSection={<Icon name="edit" />} onClick={begin}>
            {t('text.edit')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
