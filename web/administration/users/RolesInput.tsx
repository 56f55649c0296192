import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { privilegedRoles, roles } from '#shared/permissions.ts';
import { roleNames, roleTasks } from '#shared/role-names.ts';
import { type InputProps, useFrame } from '#web/fields/frame.ts';
import { useLabel } from '#web/lib/label.ts';
import { useViewer } from '#web/lib/viewer.tsx';

type Props = {
  label: ReactNode;
  description?: string | undefined;
  error?: ReactNode;
  value: string[];
  onChange: (roles: string[]) => void;
};

/** A choice of roles with their permissions; only system owners can assign the two highest. */
export function RolesChoice(props: Props) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const isOwner = useViewer().hasRole('system_owner');
  return (
    <Checkbox.Group {...props}>
      <Stack gap="sm" mt="sm">
        {roles.map((role) => {
          const isLocked = privilegedRoles.includes(role) && !isOwner;
          const task = words(roleTasks[role]);
          return (
            <Checkbox
              key={role}
              size="md"
              value={role}
              label={words(roleNames[role])}
              description={isLocked ? `${task} ${t('users.rolesLocked')}` : task}
              disabled={isLocked}
            />
          );
        })}
      </Stack>
    </Checkbox.Group>
  );
}

export function RolesInput(props: InputProps) {
  const { label, description, error } = useFrame(props);
  const value = Array.isArray(props.value) ? props.value.map(String) : [];
  return <RolesChoice label={label} description={description} error={error} value={value} onChange={props.onChange} />;
}
