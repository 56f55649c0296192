import { Alert, Button, Group, Stack, TextInput, Text as Words } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders, openPlaceholders } from '#shared/placeholders.ts';
import { Placeholder } from '#web/messages/Placeholder.tsx';
import { RichText } from '#web/messages/RichText.tsx';
import todo from '#web/reports/todo.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { ContentInput } from './ContentInput.tsx';
import classes from './EditableText.module.css';

/** Title and content of a report or of one of its messages. */
export type Text = { title: string; content: string };

type Props = Text & {
  editable: boolean;
  /** Stores the text; tells whether that worked. */
  onSave: (text: Text) => Promise<boolean>;
  /** Tells what was typed and is not stored, and null once it is: meanwhile nothing may be sent. */
  onTyped: (text: Text | null) => void;
  /** Is told when somebody opens the editor. */
  onBegin?: () => void;
  /** Begins with the editor open. */
  startsOpen?: boolean;
  /** The text as it is read, with what is known by now. */
  read?: (text: Text) => Text;
  /** Where an open place in the text is filled other than in the text itself; true when it is. */
  onFill?: (name: string, value: string) => Promise<boolean> | null;
  /** The text is shown elsewhere: here it only stands while something in it is missing. */
  withoutText?: boolean;
};

/** A text that is read as it will arrive; what is still missing in it stands out and is filled in on the spot. */
export function EditableText(props: Props) {
  const { title, content, editable, onSave, onTyped, read, onFill, onBegin, startsOpen = false, withoutText } = props;
  const { t } = useTranslation('reports');
  const [editing, setEditing] = useState(startsOpen);
  const begin = () => {
    setEditing(true);
    onBegin?.();
  };
  if (editing && editable) return <Editor {...{ title, content, onSave, onTyped }} onDone={() => setEditing(false)} />;
  const shown = read?.({ title, content }) ?? { title, content };
  const open = [...new Set(openPlaceholders(`${shown.title}\n${shown.content}`, {}))];
  const fill = (name: string, value: string) =>
    onFill?.(name, value) ??
    onSave({
      title: fillPlaceholders(title, { [name]: value }),
      content: fillPlaceholders(content, { [name]: value }),
    });
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

type EditorProps = Pick<Props, 'title' | 'content' | 'onSave' | 'onTyped'> & { onDone: () => void };

function Editor({ title, content, onSave, onTyped, onDone }: EditorProps) {
  const { t } = useTranslation('reports');
  const [typed, setTyped] = useState<Text>({ title, content });
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const isChanged = typed.title !== title || typed.content !== content;
  const change = (part: Partial<Text>) => {
    const text = { ...typed, ...part };
    setTyped(text);
    onTyped(text);
  };
  const save = async () => {
    if (typed.title.trim() === '') return false;
    setState('saving');
    const saved = !isChanged || (await onSave(typed));
    setState(saved ? 'idle' : 'failed');
    if (saved) onTyped(null);
    return saved;
  };
  return (
    <Stack
      gap="md"
      // leaving the text by any way keeps it: by the keyboard, by a tap elsewhere, by a link
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void save();
      }}
    >
      <TextInput
        label={t('text.title')}
        value={typed.title}
        maxLength={limits.nameMaximum}
        error={typed.title.trim() === '' ? t('text.titleMissing') : null}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <ContentInput label={t('text.content')} value={typed.content} onChange={(value) => change({ content: value })} />
      {state === 'failed' && (
        <Alert color="red" icon={<Icon name="crossCircle" />}>
          {t('text.notSaved')}
        </Alert>
      )}
      <Group>
        <Button
          loading={state === 'saving'}
          leftSection={<Icon name="check" />}
          onClick={async () => {
            if (await save()) onDone();
          }}
        >
          {t('text.done')}
        </Button>
      </Group>
    </Stack>
  );
}
