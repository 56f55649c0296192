import { useTranslation } from 'react-i18next';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';
import { formatClock } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { ReasonText } from '#web/messages/ReasonText.tsx';
import { ChannelSign } from '#web/messages/signs/ChannelSign.tsx';
import { recipientLook } from '#web/messages/status.ts';
import { useDeliveryWords } from '#web/messages/useDeliveryWords.ts';
import type { ReportMessage, ReportPersonRow } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ReportPeople.module.css';

type Recipient = ReportPersonRow['recipients'][number];
type Channels = ReadonlyMap<string, ReportMessage['channel']>;

export const isLost = (recipients: readonly Recipient[]): boolean =>
  recipients.length > 0 && recipients.every(({ status }) => isOneOf(recipientSets.unreached, status));

export function DeliveryStates({ recipients, channels }: { recipients: readonly Recipient[]; channels: Channels }) {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { timeZone } = useSystem();
  const words = useDeliveryWords();
  return (
    <div className={classes['states']}>
      <span className={classes['label']}>{t('people.delivery')}</span>
      {recipients.map(({ id, status, statusReason, plannedAt, message }) => {
        const channel = channels.get(message.id) ?? message.channel;
        const isNeedless = statusReason === 'answered' && isOneOf(recipientSets.stopped, status);
        const { tone, icon } = recipientLook(isNeedless ? 'skipped' : status, channel);
        const word = plannedAt
          ? messages('planned', { time: formatClock(plannedAt, timeZone) })
          : words(isNeedless ? 'answered' : status, channel);
        return (
          <span key={id} className={classes['state']} data-tone={tone} title={`${message.channel.name}: ${word}`}>
            <ChannelSign channelType={channel.channelType} size={18} label={message.channel.name} />
            <Icon name={plannedAt ? 'clock' : icon} size={16} />
            <span className={classes['label']}>
              {word} <ReasonText reason={statusReason} />
            </span>
          </span>
        );
      })}
    </div>
  );
}

export function DeliveryNotes({ recipients }: { recipients: readonly Recipient[] }) {
  const { t } = useTranslation('reports');
  const words = useDeliveryWords();
  // matters little if another channel works
  const lacking = recipients.filter(({ statusReason }) => statusReason === 'no_address');
  const unusual = recipients.filter(
    ({ status, statusReason, maybeDuplicate, crossedAllClear, message }) =>
      statusReason !== 'no_address' &&
      (isOneOf(recipientSets.unreached, status) ||
        status === 'retrying' ||
        maybeDuplicate ||
        crossedAllClear ||
        message.handedOver),
  );
  return (
    <>
      {unusual.map(({ id, status, statusReason, maybeDuplicate, crossedAllClear, message }) => (
        <span key={id} className={classes['delivery']}>
          <span className={isOneOf(recipientSets.unreached, status) ? classes['lost'] : undefined}>
            {`${message.channel.name}: ${words(status, message.channel)}`}
          </span>
          <ReasonText reason={statusReason} {...{ maybeDuplicate, crossedAllClear }} />
          {message.handedOver && <span className={classes['quiet']}>{t('people.handedOver')}</span>}
        </span>
      ))}
      {lacking.length > 0 && lacking.length === recipients.length && (
        <span className={classes['lost']}>
          {t('people.lacking', { channels: lacking.map(({ message }) => message.channel.name).join(', ') })}
        </span>
      )}
    </>
  );
}
