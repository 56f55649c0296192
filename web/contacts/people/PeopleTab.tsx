import { Box, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { limits } from '#shared/limits.ts';
import { SelectablePeople } from '#web/contacts/bulk/SelectablePeople.tsx';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { MatchingPeopleQuery, PeopleQuery } from './queries.ts';

/** All people by name, filterable to the crisis team or switched-off people. */
export function PeopleTab() {
  const { t } = useTranslation('contacts');
  const [crisis, setCrisis] = useUrlState('crisis');
  const [inactive, setInactive] = useUrlState('inactive');
  const [numbers, setNumbers] = useUrlState('numbers');
  const [unreachable, setUnreachable] = useUrlState('unreachable');
  const { can } = useViewer();
  const [pages, setPages] = useUrlState('pages', '1');
  const page = Math.max(1, Number(pages) || 1);
  const filter = {
    isActive: inactive !== '1',
    isCrisis: crisis === '1' ? true : null,
    suspectNumber: numbers === '1' ? true : null,
    unreachable: unreachable === '1' ? true : null,
  };
  const first = Math.min(limits.maximumPage, limits.defaultPage * page);
  const state = useData(PeopleQuery, { first, ...filter }, { keepPrevious: true });
  const client = useClient();
  const findAll = async () => (await client.query(MatchingPeopleQuery, filter).toPromise()).data?.matchingPeople;
  return (
    <Stack gap="md">
      <Group gap="lg">
        <Filter label={t('people.onlyCrisis')} value={crisis} onChange={setCrisis} />
        <Filter label={t('people.onlyInactive')} value={inactive} onChange={setInactive} />
        {can('edit_contact') && (
          <>
            <Filter label={t('people.onlyUnreachable')} value={unreachable} onChange={setUnreachable} />
            <Filter label={t('people.onlyNumbers')} value={numbers} onChange={setNumbers} />
          </>
        )}
        <Box ml="auto">
          <ExportMenu
            path="/api/v2/people"
            name={t('export.people')}
            query={{ isActive: String(filter.isActive), ...(crisis === '1' ? { isCrisis: 'true' } : {}) }}
          />
        </Box>
      </Group>
      <QueryView state={state}>
        {({ people: { edges, totalCount } }) =>
          edges.length === 0 ? (
            crisis || inactive || numbers || unreachable ? (
              <EmptyState icon="person" title={t('people.empty')} />
            ) : (
              <EmptyState icon="person" title={t('people.none')} text={t('people.noneText')} />
            )
          ) : (
            <>
              <Text c="gray.6" role="status">
                {t('people.count', { count: totalCount })}
              </Text>
              <Panel>
                <SelectablePeople
                  people={edges.map(({ node }) => node)}
                  matching={{ key: Object.values(filter).join(), total: totalCount, findAll }}
                  onChanged={state.refetch}
                />
              </Panel>
              <LoadMore
                shown={edges.length}
                total={totalCount}
                loading={state.refreshing}
                onMore={() => setPages(String(page + 1))}
              />
            </>
          )
        }
      </QueryView>
    </Stack>
  );
}

function Filter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <Checkbox
      size="md"
      label={label}
      checked={value === '1'}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? '1' : '')}
    />
  );
}
