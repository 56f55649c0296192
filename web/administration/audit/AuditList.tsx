import { useTranslation } from 'react-i18next';
import { EntryPage } from '#web/administration/entries/EntryPage.tsx';
import { isFiltered } from '#web/administration/entries/entry-filter.ts';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { type PagePlace, usePages } from '#web/ui/loading/usePages.ts';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AuditItem } from './AuditItem.tsx';
import type { AuditFilter } from './audit-filter.ts';
import { AuditEntriesQuery } from './queries.ts';

const PAGE = 50;

/** The matching entries, newest first, in pages; the first page updates live. */
export function AuditList({ filter }: { filter: AuditFilter }) {
  const pages = usePages(PAGE);
  return pages.map((place) => (
    <AuditPage
      key={place.after ?? ''}
      filter={filter}
      place={place}
      // new entries would push others from the first page past the second page's cursor
      live={pages.length === 1}
    />
  ));
}

function AuditPage({ filter, place, live }: { filter: AuditFilter; place: PagePlace; live: boolean }) {
  const { t } = useTranslation('administration');
  const state = useData(AuditEntriesQuery, { ...filter, first: PAGE, after: place.after });
  useSystemLive(() => {
    if (live) state.refetch();
  });
  const empty = isFiltered(filter) ? (
    <EmptyState icon="search" title={t('audit.notFound')} />
  ) : (
    <EmptyState icon="log" title={t('audit.empty')} />
  );
  return (
    <QueryView state={state}>
      {({ auditEntries }) => (
        <EntryPage
          page={auditEntries}
          place={place}
          empty={empty}
          item={(entry) => <AuditItem key={entry.id} entry={entry} />}
        />
      )}
    </QueryView>
  );
}
