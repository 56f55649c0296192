import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { outcomes } from './outcomes.ts';
import { type Upload, UploadRowsQuery } from './queries.ts';
import { UploadRowItem } from './UploadRowItem.tsx';
import classes from './uploads.module.css';

const PAGE = 50;
const filters = ['all', ...outcomes, 'remarked'] as const;

/** The rows of a file, filtered by outcome, in pages. */
export function UploadRows({ upload }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  const [shown, setShown] = useUrlState('show', 'all');
  const filter = filters.find((name) => name === shown) ?? 'all';
  const counts = { ...upload, all: upload.totalRows };
  const offered = filters.filter((name) => name !== 'remarked' || upload.remarked > 0 || filter === 'remarked');
  return (
    <Tabs value={filter} onChange={(value) => setShown(value ?? 'all')} keepMounted={false}>
      <Tabs.List aria-label={t('rows.filter')}>
        {offered.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {t(`outcome.${value}`)} <strong>{formatNumber(counts[value])}</strong>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map((value) => (
        <Tabs.Panel key={value} value={value} pt="md">
          <Pages key={upload.status} upload={upload} filter={value} total={counts[value]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

type PagesProps = { upload: Upload; filter: (typeof filters)[number]; total: number };

/** Loads page by page, so that a long file never loads as a whole. */
function Pages(props: PagesProps) {
  const [after, setAfter] = useState([0]);
  return after.map((line, index) => (
    <RowPage
      key={line}
      {...props}
      after={line}
      shown={index * PAGE}
      onMore={index === after.length - 1 ? (last) => setAfter([...after, last]) : undefined}
    />
  ));
}

type PageProps = PagesProps & { after: number; shown: number; onMore: ((last: number) => void) | undefined };

function RowPage({ upload, filter, total, after, shown, onMore }: PageProps) {
  const { t } = useTranslation('uploads');
  const outcome = filter === 'all' || filter === 'remarked' ? null : [filter];
  const remarked = filter === 'remarked';
  const state = useData(UploadRowsQuery, { id: upload.id, first: PAGE, after, outcome, remarked });
  if (state.error) return <ErrorState onRetry={state.refetch} />;
  if (!state.data) return <LoadingState lines={3} />;
  const rows = state.data.upload?.rows ?? [];
  const last = rows.at(-1);
  if (shown === 0 && !last) return <EmptyState icon="list" title={t(total ? 'rows.removed' : 'rows.none')} />;
  return (
    <>
      <ul className={classes['rows']} aria-label={t('rows.label')}>
        {rows.map((row) => (
          <UploadRowItem key={row.line} row={row} />
        ))}
      </ul>
      {onMore && last && (
        <LoadMore
          shown={shown + rows.length}
          total={total}
          most={Number.POSITIVE_INFINITY}
          onMore={() => onMore(last.line)}
        />
      )}
    </>
  );
}
