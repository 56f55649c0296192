import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { isOffered } from '#web/lib/offered.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { DrillItem } from './DrillItem.tsx';
import { PlanDrill } from './PlanDrill.tsx';
import { OwnDrillsQuery } from './queries.ts';

/** Plans unannounced drills and lists those of the signed-in user. */
export function DrillsPage() {
  const { t } = useTranslation('drills');
  const { can } = useViewer();
  return isOffered('/drills', can) ? <Drills /> : <NotAllowed title={t('title')} />;
}

function Drills() {
  const { t } = useTranslation(['drills', 'exercise']);
  const state = useData(OwnDrillsQuery, {});
  return (
    <Page title={t('title')} breadcrumb={[{ label: t('exercise:title'), to: '/exercise-mailbox' }]}>
      <Stack gap="lg">
        <Text maw={720}>{t('intro')}</Text>
        <PlanDrill onPlanned={state.refetch} />
        <Panel title={t('own')}>
          <QueryView state={state}>
            {({ ownDrills }) =>
              ownDrills.length === 0 ? (
                <EmptyState icon="clock" title={t('none')} />
              ) : (
                <Stack gap="md">
                  {ownDrills.map((drill) => (
                    <DrillItem key={drill.id} drill={drill} onChange={state.refetch} />
                  ))}
                </Stack>
              )
            }
          </QueryView>
        </Panel>
      </Stack>
    </Page>
  );
}
