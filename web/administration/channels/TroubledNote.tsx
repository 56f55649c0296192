import { useTranslation } from 'react-i18next';
import { useTroubledChannels } from './useTroubledChannels.ts';

/** How many channels cannot send at the moment; nothing when all is well. */
export function TroubledNote() {
  const { t } = useTranslation('administration');
  const count = useTroubledChannels().length;
  return count > 0 && <small>{t('channel.troubledCount', { count })}</small>;
}
