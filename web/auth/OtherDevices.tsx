import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SignOutEverywhereMutation } from './queries.ts';

/** Signs the user out on every device but this one, as after losing a phone. */
export function OtherDevices() {
  const { t } = useTranslation('auth');
  const confirm = useConfirm();
  const [{ fetching }, signOut] = useMutation(SignOutEverywhereMutation);
  const ask = async () => {
    if (!(await confirm({ title: t('devices.question') }))) return;
    const result = await signOut({});
    if (!result.error) successToast(t('devices.done'));
  };
  return (
    <Panel title={t('devices.title')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('devices.text')}</Text>
        <Button variant="default" leftSection={<Icon name="logout" />} loading={fetching} onClick={() => void ask()}>
          {t('devices.submit')}
        </Button>
      </Stack>
    </Panel>
  );
}
