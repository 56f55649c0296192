import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { formatMoney } from '#web/lib/format.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AuthorText } from './AuthorText.tsx';
import { DeleteMessageButton } from './DeleteMessageButton.tsx';
import { FollowUpButtons } from './FollowUpButtons.tsx';
import { MessageActions } from './MessageActions.tsx';
import { Published } from './Published.tsx';
import type { MessageQuery } from './queries.ts';
import { useDelayText, useProblemText } from './ReasonText.tsx';
import { RecipientList } from './RecipientList.tsx';
import { ResultCounts } from './ResultCounts.tsx';
import { MessageStatusBadge, useIsHeld } from './StatusBadges.tsx';
import { ChannelSign } from './signs/ChannelSign.tsx';
import { isDraft, isWaiting, messageLooks, reachOf, statusWord } from './status.ts';
import { UndoBanner } from './UndoBanner.tsx';
import { useMessage } from './useMessage.ts';
import { useMessageActions } from './useMessageActions.ts';

/** A message's page: progress, recipients and their answers. */
export function MessagePage() {
  const { t } = useTranslation('messages');
  const { messageId = '' } = useParams();
  const { state, version, changed } = useMessage(messageId);
  return (
    <QueryView state={state}>
      {({ message }) =>
        message ? (
          <Shown message={message} version={version} onChanged={changed} />
        ) : (
          <Page title={t('page.notFound')}>
            <EmptyState
              text={t('page.notFoundText')}
              action={
                <Button component={Link} to="/events" variant="default">
                  {t('page.toEvents')}
                </Button>
              }
            />
          </Page>
        )
      }
    </QueryView>
  );
}

type Loaded = NonNullable<ResultOf<typeof MessageQuery>['message']>;

function Shown({ message, version, onChanged }: { message: Loaded; version: number; onChanged: () => void }) {
  const { t } = useTranslation('messages');
  const { report } = message;
  const { event } = report;
  const actions = useMessageActions(message, report, onChanged);
  const reportPath = `/event/${event._id}/report/${report._id}`;
  return (
    <Page
      title={t('page.title', { channel: message.channel.name })}
      sign={<ChannelSign channelType={message.channel.channelType} size={38} />}
      subtitle={report.title}
      breadcrumb={[
        { label: t('page.events'), to: '/events' },
        { label: event.name, to: `/event/${event._id}` },
        { label: report.title, to: reportPath },
      ]}
      actions={
        <>
          <MessageActions message={message} actions={actions} />
          <DeleteMessageButton message={message} />
          <FollowUpButtons report={report} />
        </>
      }
    >
      <ModeBanner mode={event.mode} />
      {message.status === 'queued' && message.releaseAt && actions.undo && (
        <UndoBanner releaseAt={message.releaseAt} onUndo={() => void actions.undo?.()} busy={actions.busy} />
      )}
      <Stack gap="lg">
        {isDraft(message.status) && (
          <Alert color="gray" icon={<Icon name="edit" />}>
            {message.rejectReason ? t('page.rejectReason', { reason: message.rejectReason }) : t('page.draft')}{' '}
            <Link to={reportPath}>{t('page.toDraft')}</Link>
          </Alert>
        )}
        <Progress message={message} />
        <Panel title={t('page.text')}>
          <Text fw={650} mb={6}>
            {message.title}
          </Text>
          <AuthorText text={message.content} />
          <Sent message={message} />
        </Panel>
        {message.channel.addressesPeople && !isDraft(message.status) && !isWaiting(message) && (
          <Panel title={t('page.recipients')}>
            <RecipientList
              message={message.id}
              channel={message.channel}
              asksAnswer={message.requestAnswer}
              version={version}
            />
          </Panel>
        )}
      </Stack>
    </Page>
  );
}

function Progress({ message }: { message: Loaded }) {
  const { t } = useTranslation('messages');
  const problem = useProblemText();
  const delay = useDelayText();
  const toPeople = message.channel.addressesPeople;
  const { unfilled } = message.report.answers;
  const word = useIsHeld(message) ? 'held' : statusWord(message, unfilled);
  const { percentage } = reachOf(message.messageResult);
  return (
    <Panel>
      <Stack gap="md">
        <Group gap="md">
          <MessageStatusBadge message={message} unfilled={unfilled} />
          {toPeople && <Text c="gray.6">{t(`statusText.${word}`)}</Text>}
        </Group>
        {!toPeople && <Published message={message} mode={message.report.event.mode} />}
        {toPeople && !isDraft(message.status) && !isWaiting(message) && (
          <>
            {percentage !== null && (
              <ProgressBar
                percentage={percentage}
                label={t('page.progress')}
                tone={messageLooks[message.status].tone}
              />
            )}
            <ResultCounts result={message.messageResult} channel={message.channel} />
          </>
        )}
        {message.delayedBy && (
          <Alert color="yellow" icon={<Icon name="clock" />}>
            {delay(message.delayedBy)}
          </Alert>
        )}
        {message.messageResult.error && (
          <Alert color="red" icon={<Icon name="crossCircle" />}>
            {t('reasonOther', { reason: problem(message.messageResult.error) })}
          </Alert>
        )}
      </Stack>
    </Panel>
  );
}

const hasReached = ({ messageResult: { sent, delivered, read } }: Loaded): boolean => sent + delivered + read > 0;

function Sent({ message }: { message: Loaded }) {
  const { t } = useTranslation('messages');
  const { insertedBy, launchedBy, releasedBy } = message;
  return (
    <Text c="gray.6" fz="sm" mt="md" component="div">
      {insertedBy && <div>{t('page.author', { name: fullName(insertedBy) })}</div>}
      {launchedBy && !isWaiting(message) && <div>{t('page.launchedBy', { name: fullName(launchedBy) })}</div>}
      {releasedBy && <div>{t('page.releasedBy', { name: fullName(releasedBy) })}</div>}
      {message.sentAt && hasReached(message) && (
        <div>
          {t('page.sentAt')} <DateTime value={message.sentAt} />
        </div>
      )}
      {message.sendAt && message.status === 'scheduled' && (
        <div>
          {t('page.sendAt')} <DateTime value={message.sendAt} />
        </div>
      )}
      {message.followsUntil && !isDraft(message.status) && (
        <div>
          {t('page.followsUntil')} <DateTime value={message.followsUntil} />
        </div>
      )}
      {message.followEndedAt && (
        <div>
          {t('page.followEnded')} <DateTime value={message.followEndedAt} />
        </div>
      )}
      {message.messageLists.edges.length > 0 && (
        <div>{t('page.lists', { names: message.messageLists.edges.map(({ node }) => node.name).join(', ') })}</div>
      )}
      {Number(message.cost ?? 0) > 0 && (
        <div>{t('page.cost', { cost: formatMoney(message.cost ?? 0, message.currency) })}</div>
      )}
    </Text>
  );
}
