import { Group, NativeSelect, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { type PagePlace, usePages } from '#web/ui/loading/usePages.ts';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { type RecipientRow, RecipientsQuery } from './queries.ts';
import { RecipientItem } from './RecipientItem.tsx';
import classes from './RecipientList.module.css';
import { type RecipientFilter, recipientFilters } from './recipient-filters.ts';
import type { OfKind } from './status.ts';

const PAGE = 50;
type Props = { message: string; channel: OfKind; asksAnswer: boolean; version: number };

/** All recipients of a message in pages, with filter and search in the address. `version` grows with each change. */
export function RecipientList({ message, channel, asksAnswer, version }: Props) {
  const { t } = useTranslation('messages');
  const [filter, setFilter] = useUrlState('show', 'all');
  const [search, setSearch] = useUrlState('search');
  const names = Object.keys(recipientFilters).filter(
    (name) => asksAnswer || !recipientFilters[name as RecipientFilter].answered,
  );
  return (
    <>
      <Group gap="md" mb="sm" align="flex-end">
        <NativeSelect
          aria-label={t('filter.label')}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          data={names.map((value) => ({ value, label: t(`filter.${value}`) }))}
          className={classes['filter']}
        />
        <div className={classes['search']}>
          <SearchInput value={search} onSearch={setSearch} label={t('filter.search')} />
        </div>
      </Group>
      <Pages key={`${filter} ${search}`} {...{ message, channel, asksAnswer, version, filter, search }} />
    </>
  );
}

type PagesProps = Props & { filter: string; search: string };

function Pages(props: PagesProps) {
  const pages = usePages(PAGE);
  return pages.map((place) => <RecipientPage key={place.after ?? ''} {...props} {...place} />);
}

type PageProps = PagesProps & PagePlace;

function RecipientPage({ message, channel, asksAnswer, version, filter, search, after, before, onMore }: PageProps) {
  const { t } = useTranslation('messages');
  const { status, answered } = recipientFilters[filter as RecipientFilter] ?? recipientFilters.all;
  const state = useData(RecipientsQuery, {
    id: message,
    first: PAGE,
    after,
    status: status ? [...status] : null,
    answered: answered === undefined ? null : answered === 'yes',
    search: search || null,
  });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const page = state.data?.message?.messageRecipients;
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!page) return <LoadingState lines={3} />;
  if (page.totalCount === 0) return <EmptyState icon="person" title={t(search ? 'list.noneFound' : 'list.none')} />;
  const end = page.pageInfo.endCursor;
  return (
    <>
      {before === 0 && (
        <Text c="gray.6" fz="sm" role="status">
          {t('list.total', { count: page.totalCount })}
        </Text>
      )}
      <ul className={classes['list']}>
        {page.edges.map(({ node }) => (
          <RecipientItem
            key={node.id}
            recipient={node satisfies RecipientRow}
            channel={channel}
            asksAnswer={asksAnswer}
          />
        ))}
      </ul>
      {onMore && end && (
        <LoadMore
          shown={before + page.edges.length}
          total={page.totalCount}
          most={Number.POSITIVE_INFINITY}
          onMore={() => onMore(end)}
        />
      )}
    </>
  );
}
