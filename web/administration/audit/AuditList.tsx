import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { AuditItem } from './AuditItem.tsx';
import classes from './audit.module.css';
import { type AuditFilter, isFiltered } from './audit-filter.ts';
import { AuditEntriesQuery } from './queries.ts';

const PAGE = 50;

/** The entries that fit, newest first, page after page; new ones appear by themselves. */
export function AuditList({ filter }: { filter: AuditFilter }) {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => (
    <AuditPage
      key={after ?? ''}
      filter={filter}
      after={after}
      before={index * PAGE}
      // what is new would push entries from the first page past the cursor of the second
      live={cursors.length === 1}
      onMore={index === cursors.length - 1 ? (end) => setCursors([...cursors, end]) : undefined}
    />
  ));
}

type Props = {
  filter: AuditFilter;
  after: string | null;
  before: number;
  live: boolean;
  onMore: ((end: string) => void) | undefined;
};

function AuditPage({ filter, after, before, live, onMore }: Props) {
  const { t } = useTranslation('administration');
  const state = useData(AuditEntriesQuery, { ...filter, first: PAGE, after });
  useSystemLive(() => {
    if (live) state.refetch();
  });
  return (
    <QueryView state={state}>
      {({ auditEntries: { edges, totalCount, pageInfo } }) =>
        totalCount === 0 ? (
          isFiltered(filter) ? (
            <EmptyState icon="search" title={t('audit.notFound')} />
          ) : (
            <EmptyState icon="log" title={t('audit.empty')} />
          )
        ) : (
          <>
            <ol className={classes['list']}>
              {edges.map(({ node }) => (
                <AuditItem key={node.id} entry={node} />
              ))}
            </ol>
            {onMore && (
              <LoadMore
                shown={before + edges.length}
                total={totalCount}
                onMore={() => pageInfo.endCursor && onMore(pageInfo.endCursor)}
              />
            )}
          </>
        )
      }
    </QueryView>
  );
}
