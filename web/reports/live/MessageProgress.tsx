import { Group, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatClock, formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { MessageActions } from '#web/messages/MessageActions.tsx';
import { useDelayText, useProblemText } from '#web/messages/ReasonText.tsx';
import { ChannelName, MessageStatusBadge } from '#web/messages/StatusBadges.tsx';
import { isTooLarge, isWaiting, messageLooks, reachOf } from '#web/messages/status.ts';
import { UndoBanner } from '#web/messages/UndoBanner.tsx';
import { useMessageActions } from '#web/messages/useMessageActions.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import classes from './MessageProgress.module.css';

const Posts = lazyWithFallback(
  async () => (await import('#web/messages/Posts.tsx')).Posts,
  () => null,
);

type Props = { report: ReportDetails; message: ReportMessage; onChanged: () => void };

/** One channel of a report: the progress of its message and the possible actions. */
export function MessageProgress({ report, message, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { timeZone } = useSystem();
  const problem = useProblemText();
  const delay = useDelayText();
  const actions = useMessageActions(message, report, onChanged);
  const { messageResult: result, channel } = message;
  const { reached, wanted, percentage } = reachOf(result);
  const [spared, problems] = [result.skipped + result.cancelled, result.failed + result.expired];
  const waiting = isWaiting(message);
  const kept = message.status === 'cancelled' ? 'live.notSent' : 'live.skipped';
  const arrived = channel.channelType.identifier === 'exercise' ? 'live.reachedInside' : 'live.handedOverOf';
  const delivered = result.delivered + result.read;
  const counts = [
    channel.addressesPeople && !waiting && wanted > 0 && t(arrived, { count: reached, total: wanted }),
    channel.addressesPeople && delivered > 0 && t('live.delivered', { count: delivered }),
    channel.addressesPeople && result.read > 0 && t('live.read', { count: result.read }),
    result.reserve > 0 && t('live.reserve', { count: result.reserve }),
    channel.addressesPeople && problems > 0 && t('live.problems', { count: problems }),
    result.suppressed > 0 && !waiting && t('live.suppressed', { count: result.suppressed }),
    spared > 0 && t(kept, { count: spared }),
    message.plannedAt && t('live.nextStep', { time: formatClock(message.plannedAt, timeZone) }),
    result.error && (isTooLarge(message) ? messages('publishedText.tooLarge') : problem(result.error)),
  ];
  return (
    <div className={classes['message']}>
      {message.status === 'queued' && message.releaseAt && actions.undo && (
        <UndoBanner releaseAt={message.releaseAt} onUndo={() => void actions.undo?.()} busy={actions.busy} />
      )}
      <Group justify="space-between" gap="sm">
        <Link to={`/event/${report.event._id}/report/${report._id}/message/${message._id}`} className={classes['name']}>
          <ChannelName channel={channel} />
        </Link>
        <MessageStatusBadge message={message} unfilled={report.answers.unfilled} />
      </Group>
      <Published message={message} />
      {message.handedOver && <Text fz="sm">{t('live.handedOver')}</Text>}
      {channel.addressesPeople && !waiting && percentage !== null && (
        <div className={classes['bar']}>
          <ProgressBar
            percentage={percentage}
            label={t('card.progress', { channel: channel.name })}
            tone={messageLooks[message.status].tone}
          />
        </div>
      )}
      {message.delayedBy && (
        <Text fz="sm" fw={600}>
          {delay(message.delayedBy)}
        </Text>
      )}
      <Forecast message={message} />
      <Group justify="space-between" gap="sm">
        <Text c="gray.6" fz="sm" component="div">
          {counts.filter(Boolean).join(' · ')}
          {waiting && message.sendAt && (
            <>
              {t('live.sendAt')} <DateTime value={message.sendAt} />
            </>
          )}
          {message.followsUntil && (
            <div>
              {messages('page.followsUntil')} <DateTime value={message.followsUntil} />
            </div>
          )}
          {message.followEndedAt && (
            <div>
              {messages('page.followEnded')} <DateTime value={message.followEndedAt} />
            </div>
          )}
        </Text>
        <Group gap="sm" className={classes['actions'] ?? ''}>
          <MessageActions message={message} actions={actions} />
        </Group>
      </Group>
    </div>
  );
}

/** Delays that the forecast includes; with any other, a fault of the channel makes it unreliable. */
const plannedDelays = ['no_answer', 'line_busy'];

/** The minute by which all will have been called, or that it is not known yet. */
function Forecast({ message: { callForecast, delayedBy } }: Pick<Props, 'message'>) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  if (!callForecast || (delayedBy && !plannedDelays.includes(delayedBy))) return null;
  const { doneAt } = callForecast;
  const time = doneAt && formatTime(Math.ceil(Date.parse(doneAt) / 60_000) * 60_000, timeZone);
  return <Text fz="sm">{time ? t('live.calledBy', { time }) : t('live.calledByUnknown')}</Text>;
}

/** Where a publication is; loads only when there is one. */
function Published({ message: { channel, messageResult } }: Pick<Props, 'message'>) {
  const { posts } = messageResult;
  if (channel.addressesPeople || !Array.isArray(posts) || posts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Posts posts={posts} />
    </Suspense>
  );
}
