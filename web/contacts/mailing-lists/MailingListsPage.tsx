import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import classes from '#web/contacts/contacts.module.css';
import { SearchField } from '#web/contacts/SearchField.tsx';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ListCard } from './ListCard.tsx';
import { ListDialog } from './ListDialog.tsx';
import { type ListCardRow, MailingListsQuery, SearchMailingListsQuery } from './queries.ts';

/** All top mailing lists, or those of any level that match a search. */
export function MailingListsPage() {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [isCreating, setCreating] = useState(false);
  const [search, setSearch] = useUrlState('search');
  const [pages, setPages] = useUrlState('pages', '1');
  const page = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, limits.groupsPage * page);
  const more = () => setPages(String(page + 1));
  return (
    <Page
      title={t('list.title')}
      actions={
        can('create_mailing_group') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {t('list.create')}
          </Button>
        )
      }
    >
      <div className={classes['toolbar']}>
        <SearchField value={search} onSearch={setSearch} label={t('search.lists')} />
      </div>
      {search ? <Found search={search} first={first} onMore={more} /> : <Top first={first} onMore={more} />}
      {isCreating && <ListDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

type Props = { first: number; onMore: () => void };

function Top({ first, onMore }: Props) {
  const { t } = useTranslation('contacts');
  const state = useData(MailingListsQuery, { first }, { keepPrevious: true });
  const empty = <EmptyState icon="list" title={t('list.none')} text={t('list.noneText')} />;
  return (
    <QueryView state={state}>
      {({ mailingLists }) => <Cards page={mailingLists} loading={state.refreshing} onMore={onMore} empty={empty} />}
    </QueryView>
  );
}

function Found({ search, first, onMore }: Props & { search: string }) {
  const { t } = useTranslation('contacts');
  const state = useData(SearchMailingListsQuery, { search, first }, { keepPrevious: true });
  const empty = <EmptyState icon="search" title={t('search.nothing', { search })} text={t('search.nothingText')} />;
  return (
    <QueryView state={state}>
      {({ searchMailingLists: page }) => <Cards page={page} loading={state.refreshing} onMore={onMore} empty={empty} />}
    </QueryView>
  );
}

type CardsProps = {
  page: { totalCount: number; edges: { node: ListCardRow }[] };
  loading: boolean;
  onMore: () => void;
  empty: ReactNode;
};

function Cards({ page: { edges, totalCount }, loading, onMore, empty }: CardsProps) {
  const { t } = useTranslation('contacts');
  if (edges.length === 0) return empty;
  return (
    <Stack>
      <VisuallyHidden component="h2">{t('list.title')}</VisuallyHidden>
      <div className={classes['cards']}>
        {edges.map(({ node }) => (
          <ListCard key={node.id} list={node} />
        ))}
      </div>
      <LoadMore shown={edges.length} total={totalCount} loading={loading} onMore={onMore} />
    </Stack>
  );
}
