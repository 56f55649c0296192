import { Button, Collapse, Group, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { checkFeed, type FeedField, isRecord } from '#shared/feed-field.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { ChannelName, MessageStatusBadge } from '#web/messages/StatusBadges.tsx';
import { SocialAccount } from '#web/messages/social-account/SocialAccount.tsx';
import { isDraft } from '#web/messages/status.ts';
import { isBound, isOwnText } from '#web/reports/preview/typed.ts';
import {
  AddChannelsMutation,
  type ChannelsQuery,
  type ReportDetails,
  type ReportMessage,
} from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { useDiscardMessage } from '#web/reports/useDiscardMessage.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './DraftChannel.module.css';
import { DraftFeed } from './DraftFeed.tsx';

type Channel = ResultOf<typeof ChannelsQuery>['channels']['edges'][number]['node'];
type Props = {
  report: ReportDetails;
  channel: Channel;
  message: ReportMessage | undefined;
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** One channel with its switch and its own fields. */
export function DraftChannel({ report, channel, message, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation('reports');
  const rights = useDraftRights(report);
  const { toggle, busy } = useToggle(report, channel, message, onChanged);
  const draft = message && isDraft(message.status) ? message : undefined;
  const fields = channel.feedFields as FeedField[];
  const feed = draft && fields.length > 0 ? checkFeed(fields, draft.feedValues) : null;
  const isLacking = feed !== null && (feed.missing.length > 0 || Object.keys(feed.faults).length > 0);
  const [feedOpened, details] = useDisclosure(isLacking);
  const [wasOpened, setWasOpened] = useState(feedOpened);
  if (feedOpened && !wasOpened) setWasOpened(true);
  const switchOver = async () => {
    await toggle();
    if (!message && fields.length > 0) details.open();
  };
  const isAdapted = draft && isOwnText(report, draft);
  const note = channel.addressesPeople ? null : t(silentNote(channel));
  return (
    <div className={classes['channel']}>
      <Group justify="space-between" gap="sm">
        <Switch
          size="lg"
          checked={message !== undefined}
          disabled={busy || !rights.setChannels || (message === undefined ? !channel.addressKinds : !draft)}
          onChange={() => void switchOver()}
          label={<ChannelName channel={channel} />}
          description={note}
          classNames={{ body: classes['switch'] ?? '', description: classes['description'] ?? '' }}
        />
        <Group gap="sm">
          {isAdapted && (
            <StatusBadge tone="active" icon="edit">
              {t('channels.adapted')}
            </StatusBadge>
          )}
          {isLacking && (
            <StatusBadge tone="warning" icon="edit">
              {t('channels.feedMissing')}
            </StatusBadge>
          )}
          {message && !draft && <MessageStatusBadge message={message} />}
          {feed && rights.editText && (
            <Button variant="subtle" px="xs" onClick={details.toggle} aria-expanded={feedOpened}>
              {t(feedOpened ? 'channels.closeFeed' : 'channels.openFeed')}
            </Button>
          )}
        </Group>
      </Group>
      {draft && <SocialAccount channel={channel} />}
      {draft && feed && rights.editText && (
        // keeps unsaved input while folded
        <Collapse expanded={feedOpened} keepMountedMode="display-none">
          {wasOpened && <DraftFeed message={draft} {...{ fields, onChanged, onUnsaved }} />}
        </Collapse>
      )}
    </div>
  );
}

/** Creates or removes a draft message; a removed one can be restored. */
function useToggle(report: ReportDetails, channel: Channel, message: ReportMessage | undefined, onChanged: () => void) {
  const { t } = useTranslation('reports');
  const [adding, add] = useMutation(AddChannelsMutation);
  const { discard, busy } = useDiscardMessage(onChanged);
  const withdraw = useRef<() => void>(undefined);
  const toggle = async () => {
    withdraw.current?.(); // restoring would add a second message besides the new one
    if (!message) {
      const { error } = await add({ report: report.id, channels: [channel.id] });
      if (!error) onChanged();
      return;
    }
    const words = isMoreThanSwitch(report, message) ? t('channels.off', { channel: channel.name }) : null;
    withdraw.current = await discard(message.id, words);
  };
  return { toggle, busy: adding.fetching || busy };
}

/** Returns whether a message has content that is lost when switched off. */
function isMoreThanSwitch(report: ReportDetails, message: ReportMessage): boolean {
  const isOnlyChosen = !report.messages.edges.some(
    ({ node }) => node.id !== message.id && isDraft(node.status) && node.channel.addressesPeople,
  );
  return (
    isOwnText(report, message) ||
    isFilled(message.feedValues) ||
    isBound(report) ||
    (isOnlyChosen && message.channel.addressesPeople)
  );
}

/** Returns whether a field has a value. */
const isFilled = (entered: unknown): boolean =>
  isRecord(entered) && Object.values(entered).some((value) => value !== null && value !== '');

function silentNote({ addressKinds, channelType }: Channel) {
  if (!addressKinds) return 'channels.noProvider';
  if (channelType.identifier === 'chat') return 'channels.room';
  return channelType.identifier === 'webhook' ? 'channels.program' : 'channels.public';
}
