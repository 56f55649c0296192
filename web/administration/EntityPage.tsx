import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, routeOf } from '#shared/administration/entity.ts';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useLabel } from '#web/lib/label.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import type { IconName } from '#web/ui/icons.ts';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';
import { documentsOf } from './documents.ts';
import { EntityDetails } from './EntityDetails.tsx';
import { EntityTable } from './EntityTable.tsx';
import { extensions } from './extensions.ts';

/** The list of one part of the administration, whichever the address names; others lead to the overview. */
export function EntityPage() {
  const { section = '' } = useParams();
  const entity = entities.find((one) => routeOf(one) === `/administration/${section.toLowerCase()}`);
  return entity ? <EntityList key={entity.name} entity={entity} /> : <Navigate to="/administration" replace />;
}

const activity: Record<string, boolean | null> = { active: true, inactive: false, all: null };

function EntityList({ entity }: { entity: Entity }) {
  const { t } = useTranslation('administration');
  const [filter, setFilter] = useUrlState('filter', 'active');
  const [search, setSearch] = useUrlState('search');
  const [pages, setPages] = useUrlState('pages', '1');
  const [id, setId] = useUrlState('id');
  const hasActivity = entity.fields['isActive'] !== undefined;
  const page = Math.max(1, Number(pages) || 1);
  const variables = {
    first: Math.min(limits.maximumPage, limits.defaultPage * page),
    search: search || null,
    ...(hasActivity ? { isActive: activity[filter] ?? null } : {}),
  };
  const state = useData(documentsOf(entity).list, variables, { keepPrevious: true });
  const title = useLabel()(entity.label);
  const Above = extensions[entity.name]?.List;
  return (
    <Page title={title} breadcrumb={[{ label: t('title'), to: '/administration' }]}>
      {Above && <Above refetch={state.refetch} />}
      <div className={classes['toolbar']}>
        {hasActivity && (
          <SegmentedControl
            size="md"
            aria-label={t('filter.label')}
            value={filter}
            onChange={setFilter}
            data={Object.keys(activity).map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
        )}
        <SearchInput value={search} onSearch={setSearch} label={t('filter.search')} />
      </div>
      <QueryView state={state}>
        {({ list: { edges, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState icon={search ? 'search' : (entity.icon as IconName)} title={t('empty')} />
          ) : (
            <Stack gap="xs">
              <EntityTable entity={entity} rows={edges.map(({ node }) => node)} onOpen={(row) => setId(String(row))} />
              <LoadMore
                shown={edges.length}
                total={totalCount}
                loading={state.refreshing}
                onMore={() => setPages(String(page + 1))}
              />
            </Stack>
          )
        }
      </QueryView>
      <EntityDetails entity={entity} id={id} onClose={() => setId('')} />
    </Page>
  );
}
