import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { roles } from '#shared/permissions.ts';
import { roleNames } from '#shared/role-names.ts';
import { useLabel } from '#web/lib/label.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { ApproveUserMutation, type WaitingUser } from './queries.ts';

type Props = { user: WaitingUser; onDone: () => void; onClose: () => void };

const reserved: readonly string[] = ['administrator', 'system_owner'];

/** Asks for the roles of somebody who registered and lets them in; the two highest roles only a system owner gives. */
export function ApproveDialog({ user, onDone, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const label = useLabel();
  const { hasRole } = useViewer();
  const [chosen, setChosen] = useState<string[]>([]);
  const [{ fetching }, approve] = useMutation(ApproveUserMutation);
  const offered = roles.filter((role) => hasRole('system_owner') || !reserved.includes(role));
  const submit = async () => {
    const result = await approve({ id: user.id, roles: chosen });
    if (result.error) return;
    successToast(t('users.approved', { name: fullName(user) }));
    onDone();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={650} fz="lg" component="span">
          {t('users.approveTitle', { name: fullName(user) })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="lg">
        <Checkbox.Group label={t('users.roles')} description={t('users.rolesHint')} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="sm">
            {offered.map((role) => (
              <Checkbox key={role} size="md" value={role} label={label(roleNames[role])} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={fetching} onClick={() => void submit()}>
            {t('users.approve')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
