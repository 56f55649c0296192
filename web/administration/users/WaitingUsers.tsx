import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { useData } from '#web/lib/data.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ApproveDialog } from './ApproveDialog.tsx';
import { type WaitingUser, WaitingUsersQuery } from './queries.ts';
import { RejectUserDialog } from './RejectUserDialog.tsx';

/** Registrations that wait for approval, to approve or reject; empty without any. */
export function WaitingUsers({ refetch }: { refetch: () => void }) {
  const { t } = useTranslation('administration');
  const { can } = useViewer();
  const state = useData(WaitingUsersQuery, {});
  const [asked, setAsked] = useState<{ user: WaitingUser; what: 'approve' | 'reject' }>();
  const users = state.data?.users.edges.map(({ node }) => node) ?? [];
  if (!can('manage_user') || users.length === 0) return null;
  const done = () => {
    setAsked(undefined);
    state.refetch();
    refetch();
  };
  return (
    <div className={classes['waiting']}>
      <Panel title={t('users.waiting')}>
        <ul className={classes['people']}>
          {users.map((user) => (
            <li key={user.id}>
              <Stack gap={0}>
                <Text fw={600}>{fullName(user)}</Text>
                <Text c="gray.6" fz="sm">
                  {user.email}
                  {user.verifiedAt && (
                    <>
                      {' · '}
                      {t('users.since')} <DateTime value={user.verifiedAt} />
                    </>
                  )}
                </Text>
              </Stack>
              <Group gap="sm">
                {!user.lastSignInAt && (
                  <Button variant="default" onClick={() => setAsked({ user, what: 'reject' })}>
                    {t('users.reject')}
                  </Button>
                )}
                <Button leftSection={<Icon name="check" />} onClick={() => setAsked({ user, what: 'approve' })}>
                  {t('users.approve')}
                </Button>
              </Group>
            </li>
          ))}
        </ul>
      </Panel>
      {asked?.what === 'approve' && (
        <ApproveDialog user={asked.user} onDone={done} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === 'reject' && (
        <RejectUserDialog user={asked.user} onDone={done} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}
