import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { SelectablePeople } from '#web/contacts/bulk/SelectablePeople.tsx';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Announcement, EmptyState, QueryView } from '#web/ui/states.tsx';
import { GroupCard } from './GroupCard.tsx';
import { SearchContactsQuery } from './queries.ts';

/** People and groups that match a search. */
export function ContactSearch({ search }: { search: string }) {
  const { t } = useTranslation('contacts');
  const [pages, setPages] = useUrlState('found', '1');
  const page = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, limits.defaultPage * page);
  const state = useData(SearchContactsQuery, { search, first }, { keepPrevious: true });
  return (
    <QueryView state={state}>
      {({ searchPeople: people, searchGroups: groups }) => (
        <Stack gap="lg">
          <Announcement>{t('search.found', { people: people.totalCount, groups: groups.totalCount })}</Announcement>
          {groups.edges.length > 0 && (
            <section>
              <Title order={2} mb="sm">
                {t('search.groups', { count: groups.totalCount })}
              </Title>
              <div className={classes['cards']}>
                {groups.edges.map(({ node }) => (
                  <GroupCard key={node.id} group={node} showPath />
                ))}
              </div>
            </section>
          )}
          {people.edges.length > 0 && (
            <Panel title={t('search.people', { count: people.totalCount })}>
              <SelectablePeople people={people.edges.map(({ node }) => node)} onChanged={state.refetch} />
              <LoadMore
                shown={people.edges.length}
                total={people.totalCount}
                loading={state.refreshing}
                onMore={() => setPages(String(page + 1))}
              />
            </Panel>
          )}
          {groups.edges.length + people.edges.length === 0 && (
            <EmptyState icon="search" title={t('search.nothing', { search })} text={t('search.nothingText')} />
          )}
        </Stack>
      )}
    </QueryView>
  );
}
