import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#web/lib/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Preflight } from './queries.ts';

export const comesInTurn = ({ channels }: Preflight): boolean => channels.some(({ after }) => after > 0);

/** Shows which channels leave at once and which later without an answer. */
export function ChannelsInTurn({ preflight }: { preflight: Preflight }) {
  const { t } = useTranslation('drafts');
  const turns = Map.groupBy(
    preflight.channels.filter(({ people }) => people !== 0),
    ({ after }) => after,
  );
  return [...turns]
    .sort(([a], [b]) => a - b)
    .map(([after, channels]) => {
      const names = channels.map(({ channel }) => channel.name).join(', ');
      return (
        <li key={after}>
          <Icon name={after ? 'clock' : 'send'} size={20} />{' '}
          <span>{after ? t('turn.after', { time: formatSeconds(after), names }) : t('turn.now', { names })}</span>
        </li>
      );
    });
}
