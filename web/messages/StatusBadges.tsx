import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';
import { useSending } from '#web/lib/connection.ts';
import { formatClock, formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { AnswerRow, RecipientRow } from './queries.ts';
import classes from './RecipientItem.module.css';
import { ChannelSign, type SignedChannelType } from './signs/ChannelSign.tsx';
import {
  answerLook,
  isOpenMessage,
  messageLooks,
  type OfKind,
  onlyAwaitsAnswers,
  recipientLook,
  statusWord,
} from './status.ts';
import { useDeliveryWords } from './useDeliveryWords.ts';

type MessageState = Parameters<typeof statusWord>[0] & Parameters<typeof onlyAwaitsAnswers>[0];

type StatusProps = {
  message: MessageState;
  /** The number of unfilled places of the report's function. */
  unfilled?: number;
  /** The report left without this message. */
  leftOut?: boolean;
};

/** Returns whether a message doesn't leave because this installation may be a copy. */
export const useIsHeld = (message: MessageState): boolean => {
  const sending = useSending();
  return sending === 'held' && isOpenMessage(message.status) && !onlyAwaitsAnswers(message);
};

/** A message's status; after sending, its pending answers or missing people. */
export function MessageStatusBadge({ message, unfilled = 0, leftOut = false }: StatusProps) {
  const { t } = useTranslation('messages');
  const isHeld = useIsHeld(message);
  if (leftOut && message.status === 'draft')
    return (
      <StatusBadge tone="neutral" icon="minus">
        {t('status.leftOut')}
      </StatusBadge>
    );
  if (onlyAwaitsAnswers(message))
    return (
      <StatusBadge tone="active" icon="clock">
        {t('status.awaitsAnswers')}
      </StatusBadge>
    );
  if (isHeld)
    return (
      <StatusBadge tone="warning" icon="pause">
        {t('status.held')}
      </StatusBadge>
    );
  const word = statusWord(message, unfilled);
  return <StatusBadge {...messageLooks[word]}>{t(`status.${word}`)}</StatusBadge>;
}

type RecipientState = Pick<RecipientRow, 'status'> & {
  channel: OfKind;
  reason?: string | null;
  plannedAt?: string | null;
};

/** The delivery status in the words of the channel's kind; for a later step, its time. */
export function RecipientStatusBadge({ status, channel, reason, plannedAt }: RecipientState) {
  const { t } = useTranslation('messages');
  const words = useDeliveryWords();
  const { timeZone } = useSystem();
  if (plannedAt)
    return (
      <StatusBadge tone="neutral" icon="clock">
        {t('planned', { time: formatClock(plannedAt, timeZone) })}
      </StatusBadge>
    );
  // the message became unnecessary, not the person
  const isNeedless = reason === 'answered' && isOneOf(recipientSets.stopped, status);
  return (
    <StatusBadge {...recipientLook(isNeedless ? 'skipped' : status, channel)}>
      {words(isNeedless ? 'answered' : status, channel)}
    </StatusBadge>
  );
}

type AnswerState = Pick<AnswerRow, 'option' | 'minutes' | 'at' | 'late'>;

/** A recipient's answer, with the time of arrival. */
export function AnswerBadge({ answer }: { answer: AnswerState | null }) {
  const { t } = useTranslation('messages');
  const { timeZone } = useSystem();
  if (!answer) return <span className={classes['quiet']}>{t('answer.none')}</span>;
  const look = answer.option ? answerLook(answer.option) : { tone: 'neutral' as const, icon: 'message' as const };
  return (
    <Group gap={6}>
      <StatusBadge {...look}>
        {answer.option?.label ?? t('answer.textOnly')}
        {answer.minutes !== null &&
          ` · ${t('answer.expected', { time: formatTime(Date.parse(answer.at) + answer.minutes * 60_000, timeZone) })}`}
      </StatusBadge>
      {answer.late && (
        <StatusBadge tone="warning" icon="clock">
          {t('answer.late')}
        </StatusBadge>
      )}
    </Group>
  );
}

type Channel = { name: string; channelType: SignedChannelType };

/** A channel's name with the sign of its kind. */
export const ChannelName = ({ channel, size = 24 }: { channel: Channel; size?: number }) => (
  <Group component="span" gap={8} wrap="nowrap">
    <ChannelSign channelType={channel.channelType} size={size} />
    <span>{channel.name}</span>
  </Group>
);
