import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { IncomingEntry } from './IncomingEntry.tsx';
import classes from './incoming.module.css';
import { IncomingItemsChanged, IncomingItemsQuery } from './queries.ts';

const PAGE = 20;

/** The open or closed items, newest first, live. */
export function IncomingList({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('incoming');
  const [first, setFirst] = useState(PAGE);
  const state = useData(IncomingItemsQuery, { isOpen, first }, { keepPrevious: true });
  useLive(IncomingItemsChanged, {}, state.refetch);
  return (
    <QueryView state={state}>
      {({ incomingItems: { edges, totalCount } }) =>
        totalCount === 0 ? (
          <EmptyState title={t(isOpen ? 'empty' : 'emptyDone')} text={isOpen ? t('emptyText') : undefined} />
        ) : (
          <>
            <ul className={classes['list']}>
              {edges.map(({ node }) => (
                <IncomingEntry key={node.id} item={node} onChanged={state.refetch} />
              ))}
            </ul>
            <LoadMore
              shown={edges.length}
              total={totalCount}
              onMore={() => setFirst(Math.min(limits.maximumPage, first + PAGE))}
              loading={state.refreshing}
            />
          </>
        )
      }
    </QueryView>
  );
}
