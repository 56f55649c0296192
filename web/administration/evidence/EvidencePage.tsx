import { NativeSelect, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EventTypesQuery } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { Page } from '#web/ui/Page.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { EvidenceParts } from './EvidenceParts.tsx';
import { EvidenceQuery } from './queries.ts';

/** Chooses an event type and shows the evidence of its alarm plan. */
export function EvidencePage() {
  const { t } = useTranslation(['evidence', 'administration']);
  const [chosen, setChosen] = useUrlState('type');
  const state = useData(EventTypesQuery, {});
  const types = state.data?.eventTypes.edges.map(({ node }) => node) ?? [];
  const type = chosen || String(types[0]?._id ?? '');
  return (
    <Page
      title={t('title')}
      breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}
      actions={
        type && (
          <SaveMenu
            path={`/api/v2/event_types/${type}/evidence`}
            name={`${t('file')}-${type}`}
            formats={['pdf', 'csv']}
          />
        )
      }
    >
      <QueryView state={state}>
        {() =>
          type ? (
            <Stack gap="lg">
              <Text maw={720}>{t('intro')}</Text>
              <NativeSelect
                label={t('type')}
                maw={320}
                value={type}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                data={types.map(({ _id, name }) => ({ value: String(_id), label: name }))}
              />
              <Shown type={type} />
            </Stack>
          ) : (
            <EmptyState icon="event" title={t('noTypes')} />
          )
        }
      </QueryView>
    </Page>
  );
}

function Shown({ type }: { type: string }) {
  const { t } = useTranslation('evidence');
  const state = useData(EvidenceQuery, { type });
  return (
    <QueryView state={state}>
      {({ evidencePack }) =>
        evidencePack ? <EvidenceParts pack={evidencePack} /> : <EmptyState icon="event" title={t('noTypes')} />
      }
    </QueryView>
  );
}
