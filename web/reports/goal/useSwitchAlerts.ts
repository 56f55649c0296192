import { useTranslation } from 'react-i18next';
import { toast } from '#web/lib/toasts/toast.ts';
import { switchAlerts } from './alerts.ts';

/** Returns a function that switches alerts with a confirmation. */
export function useSwitchAlerts(): (on: boolean) => void {
  const { t } = useTranslation('reports');
  const change = async (on: boolean) => {
    const shows = await switchAlerts(on);
    toast.info(t(on ? (shows ? 'shout.on' : 'shout.onlySound') : 'shout.off'));
  };
  return (on) => void change(on);
}
