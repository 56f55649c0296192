import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { RejectUserMutation, type WaitingUser } from './queries.ts';

type Props = { user: WaitingUser; onDone: () => void; onClose: () => void };

/** Rejects a registration; the mail contains the reason. */
export function RejectUserDialog({ user, onDone, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const [reason, setReason] = useState('');
  const [{ fetching }, reject] = useMutation(RejectUserMutation);
  const submit = async () => {
    const result = await reject({ id: user.id, reason: reason.trim() || null });
    if (result.error) return;
    successToast(t('users.rejected', { name: fullName(user) }));
    onDone();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={650} fz="lg" component="span">
          {t('users.rejectTitle', { name: fullName(user) })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="lg">
        <Text>{t('users.rejectText')}</Text>
        <Textarea
          label={t('users.reason')}
          description={t('users.reasonHint')}
          autosize
          minRows={3}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button color="red" loading={fetching} onClick={() => void submit()}>
            {t('users.reject')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
