import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { LoadingState } from '#web/ui/states.tsx';

const ReplyList = lazy(async () => ({ default: (await import('./ReplyList.tsx')).ReplyList }));

/** The inbox of an event: replies that could not be assigned, and on demand all others. One line while none is open. */
export function EventReplies({ event, open }: { event: string; open: number }) {
  const { t } = useTranslation('replies');
  const { can } = useViewer();
  const [shown, setShown] = useState('open');
  const [isListed, setListed] = useState(open > 0);
  if (open > 0 && !isListed) setListed(true);
  if (!can('record_answer') && !can('manage_channel')) return null;
  return (
    <Panel
      title={
        <>
          {t('event.title')} {open > 0 && <StatusBadge tone="warning">{t('event.open', { count: open })}</StatusBadge>}
        </>
      }
      actions={
        <Anchor component={Link} to="/replies" py={8}>
          {t('event.others')}
        </Anchor>
      }
    >
      {isListed ? (
        <>
          <SegmentedControl
            mb="md"
            aria-label={t('show')}
            value={shown}
            onChange={setShown}
            data={['open', 'done'].map((value) => ({ value, label: t(`shown.${value}`) }))}
          />
          <Suspense fallback={<LoadingState lines={2} />}>
            <ReplyList key={shown} event={event} isOpen={shown === 'open'} />
          </Suspense>
        </>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text c="gray.6">{t('event.none')}</Text>
          <Button
            variant="default"
            onClick={() => {
              setShown('done');
              setListed(true);
            }}
          >
            {t('event.showDone')}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
