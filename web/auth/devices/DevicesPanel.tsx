import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { deviceName } from '#shared/device-name.ts';
import classes from '#web/auth/sessions/sessions.module.css';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { DeviceList } from './DeviceList.tsx';
import { AddDeviceMutation, OwnDevicesQuery } from './queries.ts';
import { type Hindrance, subscribe } from './subscribe.ts';

/** The devices that receive the user's notifications, with a switch for this one; empty without a push channel. */
export function DevicesPanel() {
  const { t } = useTranslation('auth');
  const state = useData(OwnDevicesQuery, {});
  const [hindrance, setHindrance] = useState<Hindrance | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [{ fetching }, add] = useMutation(AddDeviceMutation);
  const switchOn = async (publicKey: string) => {
    setAsking(true);
    const made = await subscribe(publicKey);
    setAsking(false);
    setHindrance(typeof made === 'string' ? made : null);
    if (typeof made === 'string') return;
    const result = await add({ ...made, name: deviceName(navigator.userAgent) });
    if (result.error) return;
    successToast(t('push.added'));
    state.refetch();
  };
  return (
    <QueryView state={state}>
      {({ pushPublicKey, ownDevices }) =>
        pushPublicKey && (
          <Panel title={t('push.title')}>
            <Stack gap="md">
              <Text>{t('push.text')}</Text>
              <DeviceList devices={ownDevices} refetch={state.refetch} />
              {ownDevices.some(({ getsAlarms }) => !getsAlarms) && (
                <Alert color="yellow" icon={<Icon name="info" />}>
                  {t('push.noPerson')}
                </Alert>
              )}
              {hindrance && (
                <Alert color="red" role="alert" icon={<Icon name="crossCircle" />}>
                  {t(`push.${hindrance}`)}
                </Alert>
              )}
              <Button
                loading={isAsking || fetching}
                onClick={() => void switchOn(pushPublicKey)}
                className={classes['everywhere'] ?? ''}
              >
                {t('push.on')}
              </Button>
            </Stack>
          </Panel>
        )
      }
    </QueryView>
  );
}
