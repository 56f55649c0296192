import { Button, SegmentedControl, Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { limits } from '#shared/limits.ts';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import classes from '#web/contacts/contacts.module.css';
import { PeopleTab } from '#web/contacts/people/PeopleTab.tsx';
import { PersonDialog } from '#web/contacts/people/PersonDialog.tsx';
import { SearchField } from '#web/contacts/SearchField.tsx';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ContactSearch } from './ContactSearch.tsx';
import { GroupCard } from './GroupCard.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupOrderDialog } from './GroupOrderDialog.tsx';
import { GroupsQuery } from './queries.ts';

/** The contacts page: groups or all people, and a search through both. */
export function GroupsPage() {
  const { t } = useTranslation('contacts');
  const [chosen, setView] = useUrlState('view', '');
  const [search, setSearch] = useUrlState('search');
  const groups = useGroups({ pause: chosen === 'people' || search !== '' });
  // unless the user chose, shows the tab that has content
  const view = chosen || (groups.state.data?.groups.totalCount === 0 ? 'people' : 'groups');
  return (
    <Page title={t('title')} actions={<Actions />}>
      <div className={classes['toolbar']}>
        <SegmentedControl
          size="md"
          aria-label={t('view.label')}
          value={view}
          onChange={setView}
          data={[
            { value: 'groups', label: t('view.groups') },
            { value: 'people', label: t('view.people') },
          ]}
        />
        <SearchField value={search} onSearch={setSearch} label={t('search.contacts')} />
      </div>
      {search ? <ContactSearch search={search} /> : view === 'people' ? <PeopleTab /> : <Groups {...groups} />}
    </Page>
  );
}

function useGroups(options: { pause: boolean }) {
  const [pages, setPages] = useUrlState('pages', '1');
  const page = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, limits.groupsPage * page);
  const state = useData(GroupsQuery, { first }, { keepPrevious: true, ...options });
  return { state, onMore: () => setPages(String(page + 1)) };
}

function Groups({ state, onMore }: ReturnType<typeof useGroups>) {
  const { t } = useTranslation('contacts');
  return (
    <QueryView state={state}>
      {({ groups: { edges, totalCount } }) =>
        edges.length === 0 ? (
          <EmptyState
            icon="group"
            title={t('group.none')}
            text={t('group.noneText')}
            action={
              <Button component={Link} to="/groups?view=people" variant="default">
                {t('group.toPeople')}
              </Button>
            }
          />
        ) : (
          <Stack>
            <VisuallyHidden component="h2">{t('view.groups')}</VisuallyHidden>
            <div className={classes['cards']}>
              {edges.map(({ node }) => (
                <GroupCard key={node.id} group={node} />
              ))}
            </div>
            <LoadMore shown={edges.length} total={totalCount} loading={state.refreshing} onMore={onMore} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Actions() {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [open, setOpen] = useState<'group' | 'person' | 'sort'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {can('create_group') && (
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('group')}>
          {t('group.create')}
        </Button>
      )}
      {can('create_contact_in_group') && (
        <Button variant="default" leftSection={<Icon name="person" />} onClick={() => setOpen('person')}>
          {t('person.create')}
        </Button>
      )}
      {can('edit_group') && (
        <ActionMenu
          label={t('more')}
          variant="default"
          actions={[{ label: t('sort.groups'), icon: 'drag', run: () => setOpen('sort') }]}
        />
      )}
      {open === 'group' && <GroupDialog onClose={close} />}
      {open === 'person' && <PersonDialog onClose={close} />}
      {open === 'sort' && <GroupOrderDialog onClose={close} />}
    </>
  );
}
