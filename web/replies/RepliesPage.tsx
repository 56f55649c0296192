import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOffered } from '#web/lib/offered.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { NotAllowed } from '#web/ui/states.tsx';
import { ReplyList } from './ReplyList.tsx';
import { StrayReceipts } from './StrayReceipts.tsx';

/** Replies without an event, and for administrators receipts without a message. */
export function RepliesPage() {
  const { t } = useTranslation(['replies', 'events']);
  const { can } = useViewer();
  const [shown, setShown] = useUrlState('show');
  if (!isOffered('/replies', can)) return <NotAllowed title={t('title')} />;
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Stack gap="lg">
        <Panel>
          <SegmentedControl
            mb="md"
            aria-label={t('events:replies.show')}
            value={shown || 'open'}
            onChange={(value) => setShown(value === 'open' ? '' : value)}
            data={['open', 'done'].map((value) => ({ value, label: t(`events:replies.shown.${value}`) }))}
          />
          <ReplyList key={shown} event={null} isOpen={shown !== 'done'} />
        </Panel>
        {can('manage_channel') && <StrayReceipts />}
      </Stack>
    </Page>
  );
}
