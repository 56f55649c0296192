import { Anchor, Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { LoadingState } from '#web/ui/states.tsx';

const EventReplyList = lazy(async () => ({ default: (await import('./EventReplyList.tsx')).EventReplyList }));

/** An event's inbox: unassigned replies, and on request all others. One line while none is open. */
export function EventReplies({ event, open }: { event: string; open: number }) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [shown, setShown] = useState('open');
  const [isListed, setListed] = useState(open > 0);
  if (open > 0 && !isListed) setListed(true);
  if (!can('record_answer') && !can('manage_channel')) return null;
  return (
    <Panel
      title={
        <>
          {t('replies.title')}{' '}
          {open > 0 && <StatusBadge tone="warning">{t('replies.open', { count: open })}</StatusBadge>}
        </>
      }
      actions={
        <Anchor component={Link} to="/replies" py={8}>
          {t('replies.others')}
        </Anchor>
      }
    >
      {isListed ? (
        <Suspense fallback={<LoadingState lines={2} />}>
          <EventReplyList event={event} shown={shown} onShow={setShown} />
        </Suspense>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text c="gray.6">{t('replies.none')}</Text>
          <Button
            variant="default"
            onClick={() => {
              setShown('done');
              setListed(true);
            }}
          >
            {t('replies.showDone')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
