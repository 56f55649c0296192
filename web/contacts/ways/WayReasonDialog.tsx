import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type CrisisMemberRow, SetWayReasonMutation } from './queries.ts';

type Props = { member: CrisisMemberRow; onClose: () => void; onChanged: () => void };

/** Records why a member needs no two confirmed channels; an empty text removes the reason. */
export function WayReasonDialog({ member: { person, reason }, onClose, onChanged }: Props) {
  const { t } = useTranslation('ways');
  const { t: common } = useTranslation();
  const [text, setText] = useState(reason ?? '');
  const [{ fetching }, send] = useMutation(SetWayReasonMutation);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { data } = await send({ person: person.id, reason: text.trim() || null });
    if (!data) return; // a toast shows the reason
    successToast(t('reasonSaved'));
    onChanged();
    onClose();
  };
  return (
    <Dialog title={t('reasonTitle', { name: fullName(person) })} busy={fetching} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <Text>{t('reasonText')}</Text>
          <TextInput
            label={t('reason')}
            value={text}
            maxLength={limits.lineMaximum}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={fetching} onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={fetching}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
