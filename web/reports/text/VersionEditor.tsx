import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import type { Text } from '#shared/said-lines.ts';
import { useCommit } from '#web/reports/writing/commits.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { NotSaved } from '#web/ui/saving/NotSaved.tsx';
import { ContentInput } from './ContentInput.tsx';

type Props = {
  /** The name of its language. */
  name: string;
  version: Text;
  /** Stored even unchanged. */
  isNew: boolean;
  onSave: (text: Text) => Promise<boolean>;
  /** Reports unsaved text, then null. */
  onTyped: (text: Text | null) => void;
  onDone: () => void;
};

/** The fields of a text in one more language. */
export function VersionEditor({ name, version, isNew, onSave, onTyped, onDone }: Props) {
  const { t } = useTranslation('drafts');
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState<Text>({ title: version.title, content: version.content });
  const [isTyped, setIsTyped] = useState(false);
  const [busy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const change = (part: Partial<Text>) => {
    const text = { ...typed, ...part };
    setTyped(text);
    setIsTyped(true);
    onTyped(text);
  };
  const forget = useEffectEvent(() => onTyped(null));
  useEffect(() => () => forget(), []);
  const save = async () => {
    if (typed.title.trim() === '') return false;
    setBusy(true);
    const isSaved = await onSave(typed);
    setBusy(false);
    setFailed(!isSaved);
    if (isSaved) setIsTyped(false);
    if (isSaved) onTyped(null);
    return isSaved;
  };
  useCommit(async () => !isTyped || save());
  return (
    <Stack gap="md" role="group" aria-label={t('languages.version', { name })}>
      <TextInput
        label={t('languages.title', { name })}
        value={typed.title}
        maxLength={limits.nameMaximum}
        error={typed.title.trim() === '' ? t('text.titleMissing') : null}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <ContentInput
        label={t('languages.content', { name })}
        value={typed.content}
        onChange={(content) => content !== typed.content && change({ content })}
      />
      {isFailed && <NotSaved text={t('languages.notSaved')} />}
      <Group>
        <Button
          loading={busy}
          leftSection={<Icon name="check" />}
          onClick={async () => {
            if ((!isTyped && !isNew) || (await save())) onDone();
          }}
        >
          {t('text.done')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {common('cancel')}
        </Button>
      </Group>
    </Stack>
  );
}
