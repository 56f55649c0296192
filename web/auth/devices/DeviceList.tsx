import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/auth/sessions/sessions.module.css';
import { errorToast, successToast } from '#web/lib/toasts.ts';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EndDeviceMutation, TestDeviceMutation } from './queries.ts';

type Device = { id: string; name: string; insertedAt: string; lastUsedAt: string | null; isRefused: boolean };
type Props = { devices: readonly Device[]; refetch: () => void };

/** The user's devices with name and last use; each can be tested and removed. */
export function DeviceList({ devices, refetch }: Props) {
  const { t } = useTranslation('auth');
  const problem = useProblemText();
  const confirm = useConfirm();
  const [tested, test] = useMutation(TestDeviceMutation);
  const [ended, end] = useMutation(EndDeviceMutation);
  const sendTest = async ({ id }: Device) => {
    const result = await test({ id });
    if (result.error) return;
    const reason = result.data?.testDevice;
    if (reason) errorToast(t('push.notTested', { reason: problem(reason) }));
    else successToast(t('push.tested'));
    refetch();
  };
  const ask = async ({ id, name }: Device) => {
    if (!(await confirm({ title: t('push.question', { device: name }), text: t('push.effect') }))) return;
    const result = await end({ id });
    if (result.error) return;
    successToast(t('push.ended'));
    refetch();
  };
  if (!devices.length) return <Text c="gray.6">{t('push.none')}</Text>;
  return (
    <ul className={classes['sessions']}>
      {devices.map((device) => (
        <li key={device.id}>
          <Stack gap={2} className={classes['what']}>
            <Text fw={600}>{device.name}</Text>
            <Text fz="sm" c="gray.6">
              {t('push.since')} <DateTime value={device.insertedAt} />
              {' · '}
              {device.lastUsedAt ? (
                <>
                  {t('push.used')} <DateTime value={device.lastUsedAt} show="relative" />
                </>
              ) : (
                t('push.unused')
              )}
            </Text>
            {device.isRefused && (
              <Alert color="yellow" icon={<Icon name="info" />} mt={6} py="xs">
                {t('push.refused')}
              </Alert>
            )}
          </Stack>
          <Group gap="sm">
            <Button
              variant="default"
              disabled={tested.fetching}
              onClick={() => void sendTest(device)}
              className={classes['everywhere'] ?? ''}
            >
              {t('push.test')}
            </Button>
            <Button
              variant="default"
              disabled={ended.fetching}
              aria-label={t('push.endNamed', { device: device.name })}
              onClick={() => void ask(device)}
            >
              {t('push.end')}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
