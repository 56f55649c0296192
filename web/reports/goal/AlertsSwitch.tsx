import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAlerts } from './alerts.ts';
import { useSwitchAlerts } from './useSwitchAlerts.ts';

export function AlertsSwitch() {
  const { t } = useTranslation('reports');
  const change = useSwitchAlerts();
  return (
    <Switch
      checked={useAlerts()}
      label={t('shout.switch')}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
