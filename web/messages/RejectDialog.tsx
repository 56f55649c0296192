import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { RejectMessageMutation } from './queries.ts';

/** Asks for the reason with which a message goes back to its author. */
export function RejectDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const [reason, setReason] = useState('');
  const [{ fetching }, reject] = useMutation(RejectMessageMutation);
  const submit = async () => {
    const { error } = await reject({ id: message, reason: reason.trim() });
    if (!error) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('reject.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack gap="md">
        <Textarea
          label={t('reject.reason')}
          description={t('reject.hint')}
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={reason.trim() === ''} loading={fetching} onClick={() => void submit()}>
            {t('reject.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
