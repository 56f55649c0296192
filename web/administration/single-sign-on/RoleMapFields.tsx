import { Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { roles } from '#shared/permissions.ts';
import { roleNames } from '#shared/role-names.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';

type GroupRole = { group: string; role: string };
type Props = { value: GroupRole[]; error: ReactNode; onChange: (value: GroupRole[]) => void };

/** The roles that groups at the provider give, one line for each. */
export function RoleMapFields({ value, error, onChange }: Props) {
  const { t } = useTranslation('singleSignOn');
  const label = useLabel();
  const choices = roles.map((role) => ({ value: role, label: label(roleNames[role]) }));
  const set = (at: number, change: Partial<GroupRole>) =>
    onChange(value.map((one, n) => (n === at ? { ...one, ...change } : one)));
  return (
    <Fieldset legend={t('roleMap')}>
      <Stack gap="sm" align="flex-start">
        <Text fz="sm" c="gray.7">
          {t('roleMapHint')}
        </Text>
        {value.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else that stays while it is typed
          <Group key={at} gap="sm" align="flex-end" w="100%">
            <TextInput
              label={t('group')}
              value={one.group}
              onChange={({ currentTarget }) => set(at, { group: currentTarget.value })}
              flex="1 1 180px"
            />
            <Select
              label={t('role')}
              data={choices}
              value={one.role}
              allowDeselect={false}
              onChange={(role) => role && set(at, { role })}
              flex="1 1 180px"
            />
            <Button
              variant="default"
              aria-label={t('removeLine', { group: one.group })}
              onClick={() => onChange(value.filter((_, n) => n !== at))}
            >
              <Icon name="trash" />
            </Button>
          </Group>
        ))}
        {error && (
          <Text fz="sm" c="red.8">
            {error}
          </Text>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="plus" />}
          onClick={() => onChange([...value, { group: '', role: roles[0] }])}
        >
          {t('addLine')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
