import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';
import { switchAlerts, useAlerts } from './alerts.ts';

/** Asks to be called by sound and notification, in this browser alone. */
export function AlertsSwitch() {
  const { t } = useTranslation('reports');
  const isOn = useAlerts();
  const change = async (on: boolean) => {
    const shows = await switchAlerts(on);
    toast.info(t(on ? (shows ? 'shout.on' : 'shout.onlySound') : 'shout.off'));
  };
  return (
    <Switch
      checked={isOn}
      label={t('shout.switch')}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}
