import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { isWaiting } from '#web/messages/status.ts';
import type { ReportMessage } from '#web/reports/queries.ts';
import { channelNames } from '#web/reports/release.ts';
import { MessagePreflightQuery } from '#web/reports/send/queries.ts';
import { Releasers } from '#web/reports/send/Releasers.tsx';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  /** All launched messages, including waiting ones. */
  messages: readonly ReportMessage[];
  mayCheck: boolean;
};

/** About messages that wait for a release, for releasers and others. */
export function ReleaseNote({ messages, mayCheck }: Props) {
  const { t } = useTranslation('reports');
  const { can, user } = useViewer();
  const pending = messages.filter(({ status }) => status === 'pending_approval');
  const [first] = pending;
  const { data } = useData(MessagePreflightQuery, { message: first?.id ?? '' }, { pause: !first || !mayCheck });
  if (!first) return null;
  const author = first.launchedBy ?? first.insertedBy;
  const isOwn = [first.insertedBy?.id, first.launchedBy?.id].includes(user.id);
  if (can('release_message') && !isOwn)
    return (
      <Alert color="yellow" icon={<Icon name="eye" />} title={t('release.yours')}>
        <Text inherit c="bright">
          {author && `${t('release.from', { name: fullName(author) })} `}
          {t('release.decide')}
        </Text>
      </Alert>
    );
  const title = messages.every(isWaiting)
    ? t('release.waits')
    : t('release.waitsPart', { names: channelNames(pending) });
  return (
    <Alert color="blue" icon={<Icon name="clock" />} title={title}>
      {data && <Releasers names={data.preflight.releasers} />}
    </Alert>
  );
}
