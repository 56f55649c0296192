import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ChannelTroubles.module.css';
import { useTroubledChannels } from './useTroubledChannels.ts';

/** Above the list of channels: those that currently can't send or receive, with reasons; empty if all work. */
export function ChannelTroubles() {
  const { t } = useTranslation('administration');
  const troubled = useTroubledChannels();
  const silent = troubled.flatMap(({ trouble, troubleAt, ...channel }) =>
    trouble ? [{ ...channel, reason: trouble, since: troubleAt }] : [],
  );
  const deaf = troubled.flatMap(({ hearingTrouble, hearingTroubleAt, ...channel }) =>
    hearingTrouble ? [{ ...channel, reason: hearingTrouble, since: hearingTroubleAt }] : [],
  );
  return (
    <>
      <Troubles title={t('channel.troubles')} colour="red" channels={silent} />
      <Troubles title={t('channel.deafs')} colour="yellow" channels={deaf} />
    </>
  );
}

interface Troubled {
  id: string;
  _id: number;
  name: string;
  reason: string;
  since: string | null;
}

function Troubles({ title, colour, channels }: { title: string; colour: string; channels: Troubled[] }) {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  if (!channels.length) return null;
  return (
    <Alert color={colour} icon={<Icon name="crossCircle" />} title={title} mb="lg">
      <ul className={classes['channels']}>
        {channels.map(({ id, _id, name, reason, since }) => (
          <li key={id}>
            <Anchor component={Link} to={`/administration/channels?id=${_id}`} fw={600}>
              {name}
            </Anchor>
            : {problem(reason)}
            {since && (
              <>
                {' '}
                ({t('channel.since')} <DateTime value={since} />)
              </>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
