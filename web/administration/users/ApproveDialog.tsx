import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ApproveUserMutation, type WaitingUser } from './queries.ts';
import { RolesChoice } from './RolesInput.tsx';

type Props = { user: WaitingUser; onDone: () => void; onClose: () => void };

/** Approves a registration with roles. */
export function ApproveDialog({ user, onDone, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const [chosen, setChosen] = useState<string[]>([]);
  const [{ fetching }, approve] = useMutation(ApproveUserMutation);
  const submit = async () => {
    const result = await approve({ id: user.id, roles: chosen });
    if (result.error) return;
    successToast(t('users.approved', { name: fullName(user) }));
    onDone();
  };
  return (
    <Dialog title={t('users.approveTitle', { name: fullName(user) })} onClose={onClose}>
      <Stack gap="lg">
        <RolesChoice label={t('users.roles')} description={t('users.rolesHint')} value={chosen} onChange={setChosen} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={fetching} onClick={() => void submit()}>
            {t('users.approve')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
