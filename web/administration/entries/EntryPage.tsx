import type { ReactNode } from 'react';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import type { PagePlace } from '#web/ui/loading/usePages.ts';
import classes from './entries.module.css';

type Props<Entry> = {
  page: { edges: { node: Entry }[]; totalCount: number; pageInfo: { endCursor: string | null } };
  place: PagePlace;
  /** Replaces an empty list. */
  empty: ReactNode;
  item: (entry: Entry) => ReactNode;
};

/** A page of a log's entries, with a button for the next page below the last. */
export function EntryPage<Entry>({ page, place: { before, onMore }, empty, item }: Props<Entry>) {
  const { edges, totalCount, pageInfo } = page;
  if (totalCount === 0) return empty;
  return (
    <>
      <ol className={classes['list']}>{edges.map(({ node }) => item(node))}</ol>
      {onMore && (
        <LoadMore
          shown={before + edges.length}
          total={totalCount}
          most={Number.POSITIVE_INFINITY}
          onMore={() => pageInfo.endCursor && onMore(pageInfo.endCursor)}
        />
      )}
    </>
  );
}
