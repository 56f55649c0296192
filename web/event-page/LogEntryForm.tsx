import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';
import { useMutation } from 'urql';
import { keepUnsent } from '#web/lib/kept/unsent.ts';
import { randomKey } from '#web/lib/keys.ts';
import { dismissErrorToast, successToast } from '#web/lib/toasts.ts';
import { isUncertain } from '#web/messages/launch-keys.ts';
import { AddLogEntryMutation } from './queries.ts';

type Props = {
  event: { id: string; name: string };
  /** What was begun is kept when the form goes. */
  keepsAtLeave?: boolean;
  onSaved: () => void;
};

/** Writes an entry into the log by hand; what does not reach the server is kept on this device, to be sent later. */
export function LogEntryForm({ event, keepsAtLeave = false, onSaved }: Props) {
  const { t } = useTranslation('events');
  const [text, setText] = useState('');
  const [{ fetching }, add] = useMutation(AddLogEntryMutation);
  const key = useRef(randomKey());
  const entry = text.trim();
  const keepEntry = () =>
    keepUnsent({ kind: 'note', id: key.current, event: { id: event.id, name: event.name }, text: entry });
  const change = (to: string) => {
    setText(to);
    key.current = randomKey(); // another text is another entry
  };
  const save = async () => {
    const { error } = await add({ event: event.id, text: entry, key: key.current });
    if (error && !(isUncertain(error) && (await keepEntry()))) return;
    if (error) {
      dismissErrorToast();
      toast.info(t('log.keptHere'));
    } else successToast(t('log.saved'));
    change('');
    onSaved();
  };
  const leave = useEffectEvent(() => {
    if (keepsAtLeave && entry) void keepEntry();
  });
  useEffect(() => () => leave(), []);
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
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Group justify="space-between" gap="sm">
        <Text c="gray.6" fz="sm">
          {t('log.fixed')}
        </Text>
        <Button type="submit" disabled={entry === ''} loading={fetching}>
          {t('log.save')}
        </Button>
      </Group>
    </Stack>
  );
}
