import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { title: string; busy: boolean; onSubmit: (reason: string) => Promise<void>; onClose: () => void };

/** Asks for the reason of a rejection. */
export function ReasonDialog({ title, busy, onSubmit, onClose }: Props) {
  const { t } = useTranslation('messages');
  const { t: common } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack gap="md">
        <Textarea
          label={t('reject.reason')}
          description={t('reject.hint')}
          autosize
          minRows={3}
          maxLength={1000}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button disabled={reason.trim() === ''} loading={busy} onClick={() => void onSubmit(reason.trim())}>
            {t('reject.submit')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
