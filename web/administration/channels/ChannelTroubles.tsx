import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ChannelTroubles.module.css';
import { useTroubledChannels } from './useTroubledChannels.ts';

/** Above the list of channels: those that cannot send at the moment, and why; invisible when all is well. */
export function ChannelTroubles() {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  const troubled = useTroubledChannels();
  if (!troubled.length) return null;
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} title={t('channel.troubles')} mb="lg">
      <ul className={classes['channels']}>
        {troubled.map(({ id, _id, name, trouble, troubleAt }) => (
          <li key={id}>
            <Anchor component={Link} to={`/administration/channels?id=${_id}`} fw={600}>
              {name}
            </Anchor>
            : {problem(trouble!)}
            {troubleAt && (
              <>
                {' '}
                ({t('channel.since')} <DateTime value={troubleAt} />)
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
