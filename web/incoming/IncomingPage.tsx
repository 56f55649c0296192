import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOffered } from '#web/lib/offered.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { NotAllowed } from '#web/ui/states.tsx';
import { IncomingList } from './IncomingList.tsx';
import { NamedItem } from './NamedItem.tsx';

/** Items from external programs: the one in the address, then all others. */
export function IncomingPage() {
  const { t } = useTranslation('incoming');
  const { can } = useViewer();
  const [shown, setShown] = useUrlState('show');
  const [named] = useUrlState('item');
  if (!isOffered('/incoming', can)) return <NotAllowed title={t('title')} />;
  const id = /^[1-9]\d{0,9}$/.test(named) ? named : null;
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      <Stack gap="lg">
        {id && <NamedItem key={id} id={id} />}
        <Panel>
          <SegmentedControl
            mb="md"
            aria-label={t('show')}
            value={shown === 'done' ? 'done' : 'open'}
            onChange={(value) => setShown(value === 'open' ? '' : value)}
            data={['open', 'done'].map((value) => ({ value, label: t(`shown.${value}`) }))}
          />
          <IncomingList key={shown} isOpen={shown !== 'done'} />
        </Panel>
      </Stack>
    </Page>
  );
}
