import { useTranslation } from 'react-i18next';
import { EntryPage } from '#web/administration/entries/EntryPage.tsx';
import { isFiltered } from '#web/administration/entries/entry-filter.ts';
import { useData } from '#web/lib/data.ts';
import { type PagePlace, usePages } from '#web/ui/loading/usePages.ts';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { SecurityEntriesQuery } from './queries.ts';
import { SecurityItem } from './SecurityItem.tsx';
import type { SecurityFilter } from './security-filter.ts';

const PAGE = 50;

/** The matching entries, newest first, in pages. */
export function SecurityList({ filter }: { filter: SecurityFilter }) {
  const pages = usePages(PAGE);
  return pages.map((place) => <SecurityPage key={place.after ?? ''} filter={filter} place={place} />);
}

function SecurityPage({ filter, place }: { filter: SecurityFilter; place: PagePlace }) {
  const { t } = useTranslation('administration');
  const state = useData(SecurityEntriesQuery, { ...filter, first: PAGE, after: place.after });
  const empty = (
    <EmptyState
      icon={isFiltered(filter) ? 'search' : 'lock'}
      title={t(isFiltered(filter) ? 'securityLog.notFound' : 'securityLog.empty')}
    />
  );
  return (
    <QueryView state={state}>
      {({ securityEntries }) => (
        <EntryPage
          page={securityEntries}
          place={place}
          empty={empty}
          item={(entry) => <SecurityItem key={entry.id} entry={entry} />}
        />
      )}
    </QueryView>
  );
}
