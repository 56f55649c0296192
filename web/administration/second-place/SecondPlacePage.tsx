import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { ExercisesPanel } from './ExercisesPanel.tsx';
import { SecondPlaceQuery, type SecondPlaceState } from './queries.ts';
import { RehearsalDialog } from './RehearsalDialog.tsx';
import { ReleaseCodesPanel } from './ReleaseCodesPanel.tsx';

/** The other place of the installation: its lag, its rehearsals, and the codes that release it. */
export function SecondPlacePage() {
  const { t } = useTranslation(['secondPlace', 'administration']);
  const { hasRole } = useViewer();
  const isOwner = hasRole('system_owner');
  const state = useData(SecondPlaceQuery, {});
  return (
    <Page title={t('title')} breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}>
      <QueryView state={state}>
        {({ secondPlace }) => (
          <Stack gap="lg">
            <StatePanel state={secondPlace} isOwner={isOwner} onChange={state.refetch} />
            {secondPlace.releasedAt && <ExercisesPanel exercises={secondPlace.exercises} />}
            {isOwner ? <ReleaseCodesPanel onChange={state.refetch} /> : <Text c="gray.7">{t('onlyOwners')}</Text>}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type StateProps = { state: SecondPlaceState; isOwner: boolean; onChange: () => void };

function StatePanel({ state, isOwner, onChange }: StateProps) {
  const { t } = useTranslation('secondPlace');
  const [isEntering, setEntering] = useState(false);
  const { place, isConnected, lag, rehearsedOn, isRehearsed, releasedAt, releasedBy } = state;
  const rehearse = isOwner && (
    <Button variant="default" leftSection={<Icon name="exercise" />} onClick={() => setEntering(true)}>
      {t('rehearsal.enter')}
    </Button>
  );
  return (
    <Panel title={t('state.title')} actions={rehearse}>
      <Stack gap="sm">
        <Text maw={720}>{t('intro')}</Text>
        <Text>{t(`state.place.${place}`)}</Text>
        <Fact isGood={isConnected === true && (lag ?? 0) <= 60}>
          {isConnected === null
            ? t('state.hidden')
            : isConnected
              ? t('state.connected', { count: Math.round(lag ?? 0) })
              : t('state.notConnected')}
        </Fact>
        <Fact isGood={isRehearsed}>
          {rehearsedOn ? (
            <>
              {t('rehearsal.last')} <DateTime value={`${rehearsedOn}T12:00:00Z`} show="date" />
            </>
          ) : (
            t('rehearsal.never')
          )}
        </Fact>
        {releasedAt && (
          <Text>
            {t('state.released', { name: releasedBy ?? '' })} <DateTime value={releasedAt} />
          </Text>
        )}
      </Stack>
      {isEntering && (
        <RehearsalDialog
          onClose={() => setEntering(false)}
          onSaved={() => {
            setEntering(false);
            onChange();
          }}
        />
      )}
    </Panel>
  );
}

function Fact({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" {...(isGood ? {} : { c: 'red.8' })}>
      <Icon name={isGood ? 'checkCircle' : 'event'} size={20} />
      <Text fw={600}>{children}</Text>
    </Group>
  );
}
