import { Button, Group, SegmentedControl, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { EventCard } from './EventCard.tsx';
import { EventDialog } from './EventDialog.tsx';
import classes from './EventsPage.module.css';
import { AlertFirst } from './NobodyAlerted.tsx';
import { type EventRow, EventsQuery, RunningEventsChanged } from './queries.ts';

/** All events: running ones first, others in pages, with filter and search in the address. */
export function EventsPage() {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [filter, setFilter] = useUrlState('filter', 'active');
  const [name, setName] = useUrlState('search');
  const [pages, setPages] = useUrlState('pages', '1');
  const [creating, dialog] = useDisclosure(false);
  const isArchive = filter === 'archive';
  const state = useData(
    EventsQuery,
    {
      first: Math.min(limits.maximumPage, limits.eventsPage * Math.max(1, Number(pages) || 1)),
      eventStatus: isArchive ? ['archived'] : ['draft', 'published'],
      name: name || null,
      withRunning: !isArchive,
    },
    { keepPrevious: true },
  );
  useLive(RunningEventsChanged, {}, state.refetch);
  const create = can('edit_event') && (
    <Button leftSection={<Icon name="plus" />} onClick={dialog.open}>
      {t('create.open')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={create}>
      <Group mb="lg" gap="md" align="stretch">
        <SegmentedControl
          aria-label={t('filter.label')}
          value={filter}
          onChange={setFilter}
          data={[
            { value: 'active', label: t('filter.active') },
            { value: 'archive', label: t('filter.archive') },
          ]}
          className={classes['filter']}
        />
        <div className={classes['search']}>
          <SearchInput value={name} onSearch={setName} label={t('filter.search')} />
        </div>
      </Group>
      <QueryView state={state}>
        {({ running, waiting, others }) => (
          <Stack gap="xl">
            <Cards
              title={t('running')}
              events={running?.edges.map(({ node }) => node) ?? []}
              below={(event) =>
                event.callsIn &&
                event.activations.edges.length === 0 && <AlertFirst event={event} begun={waiting?.drafts} />
              }
            />
            <Cards title={isArchive ? t('archived') : t('others')} events={others.edges.map(({ node }) => node)} />
            {others.edges.length + (running?.edges.length ?? 0) === 0 && (
              <Nothing searched={name} isArchive={isArchive} action={create} />
            )}
            <LoadMore
              shown={others.edges.length}
              total={others.totalCount}
              loading={state.refreshing}
              onMore={() => setPages(String((Number(pages) || 1) + 1))}
            />
          </Stack>
        )}
      </QueryView>
      {creating && <EventDialog onClose={dialog.close} />}
    </Page>
  );
}

type CardsProps<Row> = { title: string; events: Row[]; below?: (event: Row) => ReactNode };

function Cards<Row extends EventRow>({ title, events, below }: CardsProps<Row>) {
  if (events.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack gap="sm">
        {events.map((event) => (
          <EventCard key={event.id} event={event}>
            {below?.(event)}
          </EventCard>
        ))}
      </Stack>
    </section>
  );
}

function Nothing({ searched, isArchive, action }: { searched: string; isArchive: boolean; action: ReactNode }) {
  const { t } = useTranslation('events');
  if (searched)
    return <EmptyState icon="search" title={t('empty.search', { name: searched })} text={t('empty.searchText')} />;
  if (isArchive) return <EmptyState icon="archive" title={t('empty.archive')} text={t('empty.archiveText')} />;
  return <EmptyState icon="event" title={t('empty.active')} text={t('empty.activeText')} action={action} />;
}
