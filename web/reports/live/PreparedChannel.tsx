import { Alert, Anchor, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { DeleteMessageMutation } from '#web/messages/queries.ts';
import { useMessageActions } from '#web/messages/useMessageActions.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { MessageReachQuery } from '#web/reports/send/queries.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { report: ReportDetails; message: ReportMessage; onChanged: () => void };

/** A channel of a report that was sent without it: to be looked over and sent, or thrown away where it reaches nobody. */
export function PreparedChannel({ report, message, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { compose, mayDiscard } = useDraftRights(report);
  const reach = useData(MessageReachQuery, { message: message.id }, { pause: !compose });
  const [{ fetching }, remove] = useMutation(DeleteMessageMutation);
  const { endFollowing, busy } = useMessageActions(message, report, onChanged);
  const { name } = message.channel;
  const discard = async () => {
    const { error } = await remove({ id: message.id });
    if (!error) onChanged();
  };
  if (reach.loading) return null;
  const reachesNobody = reach.data?.preflight.blockers.includes('error_no_recipients') ?? false;
  return (
    <Alert color={reachesNobody ? 'gray' : 'blue'} icon={<Icon name={reachesNobody ? 'info' : 'edit'} />}>
      <Group gap="sm" justify="space-between">
        <span>
          {t(reachesNobody ? 'live.reachesNobody' : 'live.prepared', { name })}{' '}
          {message.followsUntil && (
            <>
              {t('live.reachesLater')} <DateTime value={message.followsUntil} />.{' '}
            </>
          )}
          <Anchor component={Link} to="?view=draft">
            {t(reachesNobody ? 'live.checkPrepared' : 'live.toPrepared')}
          </Anchor>
        </span>
        <Group gap="sm">
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
          {reachesNobody && mayDiscard(message) && (
            <Button
              variant="default"
              leftSection={<Icon name="trash" size={20} />}
              loading={fetching}
              onClick={discard}
            >
              {t('discard.channel')}
            </Button>
          )}
        </Group>
      </Group>
    </Alert>
  );
}
