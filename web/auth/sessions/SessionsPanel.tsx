import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SignOutEverywhereMutation } from './queries.ts';
import { type ListedTrustedDevice, type Session, SessionList } from './SessionList.tsx';
import classes from './sessions.module.css';

type Props = { sessions: readonly Session[]; devices: readonly ListedTrustedDevice[]; refetch: () => void };

/** The user's sessions, with a way to sign out everywhere else, as after losing a phone. */
export function SessionsPanel({ sessions, devices, refetch }: Props) {
  const { t } = useTranslation('auth');
  const confirm = useConfirm();
  const [{ fetching }, signOut] = useMutation(SignOutEverywhereMutation);
  const ask = async () => {
    if (!(await confirm({ title: t('devices.question') }))) return;
    const result = await signOut({});
    if (result.error) return;
    successToast(t('devices.done'));
    refetch();
  };
  return (
    <Panel title={t('sessions.title')}>
      <Stack gap="md" align="stretch">
        <Text>{t('devices.text')}</Text>
        <SessionList sessions={sessions} devices={devices} refetch={refetch} />
        {(sessions.length > 1 || devices.some(({ isSignedIn }) => !isSignedIn)) && (
          <Button
            variant="default"
            leftSection={<Icon name="logout" />}
            loading={fetching}
            onClick={() => void ask()}
            className={classes['everywhere'] ?? ''}
          >
            {t('devices.submit')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
