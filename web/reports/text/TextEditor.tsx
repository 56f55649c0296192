import { Alert, Button, Group, Stack, TextInput, Text as Words } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import type { Text } from '#shared/said-lines.ts';
import { RichText } from '#web/messages/RichText.tsx';
import { useCommit } from '#web/reports/writing/commits.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { NotSaved } from '#web/ui/saving/NotSaved.tsx';
import { ContentInput } from './ContentInput.tsx';
import { type Edited, useTextEdit } from './useTextEdit.ts';

type Props = Edited & { onDone: () => void };

/** The fields of a text. Leaving them stores it. */
export function TextEditor({ onDone, ...edited }: Props) {
  const { t } = useTranslation('drafts');
  const { typed, theirs, isSaving, isFailed, change, save, decide } = useTextEdit(edited);
  useCommit(save);
  return (
    <Stack
      gap="md"
      // by keyboard, by a tap elsewhere, by a link
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
      <ContentInput label={t('text.content')} value={typed.content} onChange={(content) => change({ content })} />
      {theirs && <Conflict theirs={theirs} onDecide={decide} />}
      {isFailed && <NotSaved text={t('text.notSaved')} />}
      <Group>
        <Button
          loading={isSaving}
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

/** Asks which of two concurrent texts to keep. */
function Conflict({ theirs, onDecide }: { theirs: Text; onDecide: (takesTheirs: boolean) => void }) {
  const { t } = useTranslation('drafts');
  return (
    <Alert color="yellow" icon={<Icon name="edit" />} title={t('text.changedMeanwhile')}>
      <Stack gap="sm">
        <Words fw={650} component="div">
          {theirs.title}
        </Words>
        <RichText text={theirs.content} />
        <Group>
          <Button variant="default" onClick={() => onDecide(true)}>
            {t('text.takeTheirs')}
          </Button>
          <Button variant="default" onClick={() => onDecide(false)}>
            {t('text.keepMine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
