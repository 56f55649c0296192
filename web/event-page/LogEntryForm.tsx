import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';
import { useMutation } from 'urql';
import { AddLogEntryMutation } from './queries.ts';

/** Writes an entry into the log by hand. */
export function LogEntryForm({ event, onSaved }: { event: string; onSaved: () => void }) {
  const { t } = useTranslation('events');
  const [text, setText] = useState('');
  const [{ fetching }, add] = useMutation(AddLogEntryMutation);
  const save = async () => {
    const { error } = await add({ event, text: text.trim() });
    if (error) return;
    setText('');
    toast.success(t('log.saved'));
    onSaved();
  };
  return (
    <Stack
      component="form"
      gap="xs"
      mb="lg"
      onSubmit={(submitted: FormEvent) => {
        submitted.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={t('log.write')}
        placeholder={t('log.placeholder')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={5000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group justify="space-between" gap="sm">
        <Text c="gray.6" fz="sm">
          {t('log.fixed')}
        </Text>
        <Button type="submit" disabled={text.trim() === ''} loading={fetching}>
          {t('log.save')}
        </Button>
      </Group>
    </Stack>
  );
}
