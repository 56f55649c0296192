import { Alert, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SessionList } from '#web/auth/sessions/SessionList.tsx';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { type UserAccess, UserAccessQuery } from './queries.ts';
import { UserActions } from './UserActions.tsx';
import { useIsReserved } from './useUserLocks.ts';

/** A user's access: state, last sign-in, second factor, open sessions, actions. */
export function UserDetails({ row, refetch }: { row: EntityRow; refetch: () => void }) {
  const { t } = useTranslation('administration');
  const state = useData(UserAccessQuery, { id: row.id });
  const changed = () => {
    state.refetch();
    refetch();
  };
  return (
    <QueryView state={state}>
      {({ user }) => (user ? <Access user={user} onChanged={changed} /> : <EmptyState title={t('notFound')} />)}
    </QueryView>
  );
}

function Access({ user, onChanged }: { user: UserAccess; onChanged: () => void }) {
  const { t } = useTranslation('administration');
  const isReserved = useIsReserved(user.roles);
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Title order={2}>{t('users.access')}</Title>
        <Group gap="sm">
          <UserState user={user} />
          <StatusBadge tone={user.secondFactor ? 'good' : 'neutral'} icon="key">
            {user.secondFactor ? t('users.totpOn') : t('users.totpOff')}
          </StatusBadge>
        </Group>
        {user.passkeys.length > 0 && (
          <Text>{t('users.passkeys', { names: user.passkeys.map(({ name }) => name).join(', ') })}</Text>
        )}
        <Text>
          {user.lastSignInAt ? (
            <>
              {t('users.lastSignIn')} <DateTime value={user.lastSignInAt} />
            </>
          ) : (
            t('users.neverSignedIn')
          )}
        </Text>
        {isReserved ? (
          <Alert color="gray" variant="light" bg="gray.1" c="gray.8" icon={<Icon name="lock" />} role="none">
            {t('users.reserved')}
          </Alert>
        ) : (
          <UserActions user={user} onChanged={onChanged} />
        )}
      </Stack>
      <Stack gap="sm">
        <Title order={2}>{t('users.sessions')}</Title>
        <SessionList sessions={user.sessions} devices={user.trustedDevices} refetch={onChanged} />
      </Stack>
    </Stack>
  );
}

function UserState({ user: { needApproval, isActive, isInvited } }: { user: UserAccess }) {
  const { t } = useTranslation('administration');
  if (needApproval) return <StatusBadge tone="warning">{t('users.state.waiting')}</StatusBadge>;
  if (!isActive) return <StatusBadge tone="bad">{t('users.state.inactive')}</StatusBadge>;
  if (isInvited) return <StatusBadge tone="active">{t('users.state.invited')}</StatusBadge>;
  return <StatusBadge tone="good">{t('users.state.active')}</StatusBadge>;
}
