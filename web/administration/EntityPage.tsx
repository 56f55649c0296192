import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, routeOf } from '#shared/administration/entity.ts';
import { useLabel } from '#web/lib/label.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { EntityDrawer } from './EntityDrawer.tsx';
import { EntityRows } from './EntityRows.tsx';
import { EntityToolbar } from './EntityToolbar.tsx';
import { extensions } from './extensions.ts';
import { useEntityList } from './useEntityList.ts';

/** Lists the entity that the address names; redirects unknown names to the overview. */
export function EntityPage() {
  const { section = '' } = useParams();
  const entity = entities.find((one) => routeOf(one) === `/administration/${section.toLowerCase()}`);
  return entity ? <EntityList key={entity.name} entity={entity} /> : <Navigate to="/administration" replace />;
}

function EntityList({ entity }: { entity: Entity }) {
  const { t } = useTranslation('administration');
  const words = useLabel();
  const { can } = useViewer();
  const [id, setId] = useUrlState('id', '', { step: true });
  const list = useEntityList(entity);
  const { state } = list;
  useSystemLive(state.refetch);
  const { List: Above, isComplete } = extensions[entity.name] ?? {};
  const create = !isComplete && can(entity.feature) && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setId('new')}>
      {t('new', { what: words(entity.one) })}
    </Button>
  );
  return (
    <Page
      title={words(entity.label)}
      breadcrumb={[{ label: t('title'), to: '/administration' }]}
      actions={create || undefined}
    >
      {Above && <Above refetch={state.refetch} />}
      <EntityToolbar entity={entity} list={list} />
      <QueryView state={state}>
        {({ list: { edges, totalCount } }) =>
          edges.length === 0 ? (
            <EmptyState
              icon={list.search.value ? 'search' : (entity.icon as IconName)}
              title={t('empty')}
              action={list.search.value === '' && create}
            />
          ) : (
            <Stack gap="xs">
              <EntityRows
                entity={entity}
                rows={edges.map(({ node }) => node)}
                sort={list.sort}
                onOpen={(row) => setId(String(row))}
                onChanged={state.refetch}
              />
              <LoadMore shown={edges.length} total={totalCount} loading={state.refreshing} onMore={list.more} />
            </Stack>
          )
        }
      </QueryView>
      <EntityDrawer entity={entity} id={id} onOpen={setId} onClose={() => setId('')} onChanged={state.refetch} />
    </Page>
  );
}
