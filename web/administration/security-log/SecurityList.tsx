import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/audit/audit.module.css';
import { isFiltered } from '#web/administration/audit/audit-filter.ts';
import { useData } from '#web/lib/data.ts';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { SecurityEntriesQuery } from './queries.ts';
import { SecurityItem } from './SecurityItem.tsx';
import type { SecurityFilter } from './security-filter.ts';

const PAGE = 50;

/** The entries that fit, newest first, page after page. */
export function SecurityList({ filter }: { filter: SecurityFilter }) {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => (
    <SecurityPage
      key={after ?? ''}
      filter={filter}
      after={after}
      before={index * PAGE}
      onMore={index === cursors.length - 1 ? (end) => setCursors([...cursors, end]) : undefined}
    />
  ));
}

type Props = {
  filter: SecurityFilter;
  after: string | null;
  before: number;
  onMore: ((end: string) => void) | undefined;
};

function SecurityPage({ filter, after, before, onMore }: Props) {
  const { t } = useTranslation('administration');
  const state = useData(SecurityEntriesQuery, { ...filter, first: PAGE, after });
  return (
    <QueryView state={state}>
      {({ securityEntries: { edges, totalCount, pageInfo } }) =>
        totalCount === 0 ? (
          <EmptyState
            icon={isFiltered(filter) ? 'search' : 'lock'}
            title={t(isFiltered(filter) ? 'securityLog.notFound' : 'securityLog.empty')}
          />
        ) : (
          <>
            <ol className={classes['list']}>
              {edges.map(({ node }) => (
                <SecurityItem key={node.id} entry={node} />
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
