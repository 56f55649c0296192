import { useTranslation } from 'react-i18next';
import { DateTime } from '#web/ui/DateTime.tsx';
import { useTroubledChannels } from './useTroubledChannels.ts';

/** Names the failing channel and since when, or counts several; empty if all work. */
export function TroubledNote() {
  const { t } = useTranslation('administration');
  const troubled = useTroubledChannels();
  const [channel] = troubled;
  if (!channel) return null;
  if (troubled.length > 1) return <small>{t('channel.troubledCount', { count: troubled.length })}</small>;
  const since = channel.troubleAt ?? channel.hearingTroubleAt;
  return (
    <small>
      {channel.name}: {t(channel.trouble ? 'channel.troubleSince' : 'channel.deafSince')}{' '}
      {since && <DateTime value={since} />}
    </small>
  );
}
