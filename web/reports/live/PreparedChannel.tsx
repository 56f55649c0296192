import { Alert, Button, Group, Stack } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useData } from '#web/lib/data.ts';
import { useMessageActions } from '#web/messages/useMessageActions.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { MessageReachQuery } from '#web/reports/send/queries.ts';
import { useDiscardMessage } from '#web/reports/useDiscardMessage.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { usePreparedWords } from './usePreparedWords.ts';

type Props = { report: ReportDetails; message: ReportMessage; version: number; onChanged: () => void };

/** An unsent draft of a sent report, to review, send or discard. */
export function PreparedChannel({ report, message, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { compose, mayDiscard } = useDraftRights(report);
  const reach = useData(MessageReachQuery, { message: message.id }, { pause: !compose });
  const follow = useEffectEvent(() => reach.refetch());
  useEffect(() => {
    if (version > 0) follow(); // people who have answered since are not asked again
  }, [version]);
  const { discard, busy: fetching } = useDiscardMessage(onChanged);
  const words = usePreparedWords();
  const { endFollowing, busy } = useMessageActions(message, report, onChanged);
  const { name } = message.channel;
  if (reach.loading) return null;
  const blockers = reach.data?.preflight.blockers ?? [];
  const isDone = blockers.includes('error_nobody_to_ask');
  const reachesNobody = isDone || blockers.includes('error_no_recipients');
  return (
    <Alert color={reachesNobody ? 'gray' : 'blue'} icon={<Icon name={reachesNobody ? 'info' : 'edit'} />}>
      <Stack gap="xs">
        <span>
          {reachesNobody ? t(isDone ? 'live.nobodyToAsk' : 'live.reachesNobody', { name }) : words(message)}{' '}
          {!reachesNobody &&
            message.channel.addressesPeople &&
            reach.data &&
            t('live.preparedTo', { count: reach.data.preflight.recipients })}{' '}
          {message.followsUntil && (
            <>
              {t('live.reachesLater')} <DateTime value={message.followsUntil} />.
            </>
          )}
        </span>
        <Group gap="xs">
          <Button
            component={Link}
            to="?view=draft"
            variant={reachesNobody ? 'default' : 'filled'}
            leftSection={<Icon name={reachesNobody ? 'eye' : 'edit'} size={20} />}
          >
            {t(reachesNobody ? 'live.checkPrepared' : 'live.toPrepared')}
          </Button>
          {endFollowing && (
            <Button
              variant="default"
              leftSection={<Icon name="stop" size={20} />}
              loading={busy}
              onClick={() => void endFollowing()}
            >
              {messages('action.endFollowing')}
            </Button>
          )}
          {mayDiscard(message) && (
            <Button
              variant="subtle"
              color="gray"
              loading={fetching}
              onClick={() => void discard(message.id, t('discard.channelDone', { name }))}
            >
              {t('discard.channel')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
