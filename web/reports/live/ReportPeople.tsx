import { Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { type ReportDetails, ReportPeopleQuery, type ReportPersonRow } from '#web/reports/queries.ts';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { RecordAnswerDialog } from './RecordAnswerDialog.tsx';
import classes from './ReportPeople.module.css';
import { ReportPerson } from './ReportPerson.tsx';

const PAGE = 50;
const filters = ['all', 'unreached', 'waiting', 'unanswered', 'coming', 'declined', 'unclear', 'late'] as const;
const ofAnswers = new Set<string>(['unanswered', 'coming', 'declined', 'unclear', 'late']);
type Filter = (typeof filters)[number];

type Props = {
  report: ReportDetails;
  asksAnswer: boolean;
  show: string;
  onShow: (show: string) => void;
  version: number;
  onChanged: () => void;
};

/** The people a report went to, each once whatever the channels; by page, with filter and search in the address. */
export function ReportPeople({ report, asksAnswer, show, onShow, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useUrlState('search');
  // kept here and not in the row, which may leave the list while somebody is on the phone
  const [recording, setRecording] = useState<ReportPersonRow>();
  const recipient = recording?.recipients[0];
  const filter = filters.find((name) => name === show) ?? 'all';
  const offered = filters.filter((name) => asksAnswer || !ofAnswers.has(name));
  return (
    <>
      <Group gap="md" mb="sm" align="flex-end">
        <NativeSelect
          aria-label={t('people.filter')}
          value={filter}
          onChange={({ currentTarget }) => onShow(currentTarget.value)}
          data={offered.map((value) => ({ value, label: t(`people.show.${value}`) }))}
          className={classes['filter']}
        />
        <div className={classes['search']}>
          <SearchInput value={search} onSearch={setSearch} label={t('people.search')} />
        </div>
      </Group>
      <Pages key={`${filter} ${search}`} {...{ report, asksAnswer, version, filter, search }} onRecord={setRecording} />
      {recording && recipient && (
        <RecordAnswerDialog
          recipient={recipient.id}
          name={fullName(recording.person)}
          options={report.answerOptions}
          onClose={() => setRecording(undefined)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

type PagesProps = Pick<Props, 'report' | 'asksAnswer' | 'version'> & {
  filter: Filter;
  search: string;
  onRecord: (entry: ReportPersonRow) => void;
};

/** The pages shown so far; each asks for itself, so that a list of thousands never loads as a whole. */
function Pages(props: PagesProps) {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  return cursors.map((after, index) => (
    <PeoplePage
      key={after ?? ''}
      {...props}
      after={after}
      before={index * PAGE}
      onMore={index === cursors.length - 1 ? (end) => setCursors([...cursors, end]) : undefined}
    />
  ));
}

type PageProps = PagesProps & { after: string | null; before: number; onMore: ((end: string) => void) | undefined };

function PeoplePage({ report, asksAnswer, version, filter, search, after, before, onMore, onRecord }: PageProps) {
  const { t } = useTranslation('reports');
  const state = useData(ReportPeopleQuery, { id: report.id, first: PAGE, after, show: filter, search: search || null });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const page = state.data?.report?.people;
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!page) return <LoadingState lines={3} />;
  if (page.totalCount === 0)
    return <EmptyState icon="person" title={t(search ? 'people.noneFound' : `people.none.${filter}`)} />;
  const end = page.pageInfo.endCursor;
  return (
    <>
      {before === 0 && (
        <Text c="gray.6" fz="sm" role="status">
          {t('people.count', { count: page.totalCount })}
        </Text>
      )}
      <ul className={classes['list']}>
        {page.edges.map(({ node }) => (
          <ReportPerson key={node.person.id} entry={node} asksAnswer={asksAnswer} onRecord={() => onRecord(node)} />
        ))}
      </ul>
      {onMore && end && (
        <LoadMore shown={before + page.edges.length} total={page.totalCount} onMore={() => onMore(end)} />
      )}
    </>
  );
}
