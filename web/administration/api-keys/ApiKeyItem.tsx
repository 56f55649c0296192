import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { serverNow } from '#web/lib/clock.ts';
import { successToast } from '#web/lib/toasts.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { type ApiKeyRow, RevokeApiKeyMutation } from './queries.ts';

type Props = { row: ApiKeyRow; onEdit: () => void; onChange: () => void };

/** Returns the key's state; `idle`: its creator lost the rights, so it has no effect. */
function stateOf({ revokedAt, expiresAt, effectiveScopes }: ApiKeyRow): 'revoked' | 'expired' | 'idle' | 'active' {
  if (revokedAt) return 'revoked';
  if (expiresAt && Date.parse(expiresAt) <= serverNow()) return 'expired';
  return effectiveScopes.length === 0 ? 'idle' : 'active';
}

const tones = { revoked: 'neutral', expired: 'warning', idle: 'warning', active: 'good' } as const;

/** One key of the list, with its actions. */
export function ApiKeyItem({ row, onEdit, onChange }: Props) {
  const { t } = useTranslation(['apiKeys', 'common']);
  const confirm = useConfirm();
  const [{ fetching }, revoke] = useMutation(RevokeApiKeyMutation);
  const state = stateOf(row);
  const lost = row.scopes.length - row.effectiveScopes.length;
  const { name } = row;
  const ask = async () => {
    if (!(await confirm({ title: t('revokeTitle', { name }), text: t('revokeText'), danger: true }))) return;
    const { error } = await revoke({ id: row.id });
    if (!error) successToast(t('revoked', { name }));
    onChange();
  };
  return (
    <li className={classes['entry']}>
      <Group justify="space-between" gap="md" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 260px">
          <Group gap="sm">
            <Text fw={650} className={classes['address']}>
              {name}
            </Text>
            <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
          </Group>
          <Text fz="sm">
            <Code>{`mk_${row.prefix}_…`}</Code>
          </Text>
          <Text fz="sm" c="gray.7">
            {t('scopeCount', { count: row.scopes.length })}
            {lost > 0 && state !== 'revoked' && ` · ${t('scopesLost', { count: lost })}`}
          </Text>
          <Text fz="sm" c="gray.7">
            {row.lastUsedAt ? t('lastUsed') : t('neverUsed')}{' '}
            {row.lastUsedAt && <DateTime value={row.lastUsedAt} show="relative" />}
            {' · '}
            {row.expiresAt ? t('expires') : t('expiresNever')}{' '}
            {row.expiresAt && <DateTime value={row.expiresAt} show="date" />}
          </Text>
          <Text fz="sm" c="gray.7">
            {t('made')} <DateTime value={row.insertedAt} show="date" />
            {row.insertedBy && ` · ${fullName(row.insertedBy)}`}
          </Text>
        </Stack>
        {state !== 'revoked' && (
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<Icon name="edit" />}
              onClick={onEdit}
              aria-label={t('editNamed', { name })}
            >
              {t('common:edit')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon name="stop" />}
              loading={fetching}
              onClick={() => void ask()}
              aria-label={t('revokeNamed', { name })}
            >
              {t('revoke')}
            </Button>
          </Group>
        )}
      </Group>
    </li>
  );
}
