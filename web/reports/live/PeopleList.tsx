import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import type { VariablesOf } from '#web/lib/gql.ts';
import { useNow } from '#web/lib/useNow.ts';
import { type ReportDetails, ReportPeopleQuery } from '#web/reports/queries.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { NearView } from './NearView.tsx';
import classes from './ReportPeople.module.css';
import { ReportPerson } from './ReportPerson.tsx';

const PART = 50;
const ROW = 88;

type Variables = VariablesOf<typeof ReportPeopleQuery>;
/** Which people are listed, and how. */
export type PeopleChoice = {
  order: NonNullable<Variables['order']>;
  show?: NonNullable<Variables['show']>;
  search?: string;
  /** Of a function alone. */
  group?: string;
};

type Props = {
  report: ReportDetails;
  asksAnswer: boolean;
  choice: PeopleChoice;
  version: number;
  onChanged: () => void;
};

/**
 * The people a report went to, each once whatever the channels. They come in parts, each entered by its place in the list
 * and drawn only near what is seen, so that thousands can be scrolled through; somebody who moves is missed by no part.
 */
export function PeopleList(props: Props) {
  const { t } = useTranslation('reports');
  const [total, setTotal] = useState(0);
  const now = useNow();
  const parts = Array.from({ length: Math.max(1, Math.ceil(total / PART)) }, (_, index) => index);
  const draw = (index: number) => <Part {...props} index={index} now={now} onTotal={setTotal} />;
  return (
    <>
      {total > 0 && !props.choice.group && (
        <Text c="gray.6" fz="sm" role="status">
          {t('people.count', { count: total })}
        </Text>
      )}
      {parts.map((index) =>
        index === 0 ? (
          <div key={index}>{draw(index)}</div>
        ) : (
          <NearView key={index} estimate={Math.min(PART, total - index * PART) * ROW}>
            {draw(index)}
          </NearView>
        ),
      )}
    </>
  );
}

type PartProps = Props & { index: number; now: number; onTotal: (total: number) => void };

function Part({ report, asksAnswer, choice, version, onChanged, index, now, onTotal }: PartProps) {
  const { t } = useTranslation('reports');
  const { show = 'all', search = '', ...rest } = choice;
  const from = index * PART;
  const variables = { id: report.id, first: PART, offset: from, show, search: search || null, ...rest };
  const state = useData(ReportPeopleQuery, variables);
  const { refetch, refreshing } = state;
  const seen = useRef(version);
  useEffect(() => {
    // what is on its way comes first: on a slow line asking anew each time would never end
    if (version === seen.current || refreshing) return;
    seen.current = version;
    refetch();
  }, [version, refreshing, refetch]);
  const page = state.data?.report?.people;
  const total = page?.totalCount;
  useEffect(() => {
    if (total !== undefined) onTotal(total);
  }, [total, onTotal]);
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!page || total === undefined)
    return (
      <div style={{ minHeight: index > 0 ? PART * ROW : undefined }}>
        <LoadingState lines={3} />
      </div>
    );
  const channels = new Map(report.messages.edges.map(({ node }) => [node.id, node.channel]));
  if (total === 0) return <EmptyState icon="person" title={t(search ? 'people.noneFound' : `people.none.${show}`)} />;
  return (
    <>
      {total > PART && page.edges.length > 0 && (
        <p className={classes['place']}>{t('people.place', { from: from + 1, to: from + page.edges.length, total })}</p>
      )}
      <ul className={classes['list']}>
        {page.edges.map(({ node }, at) => (
          <ReportPerson
            key={node.person.id}
            entry={node}
            place={{ 'aria-posinset': from + at + 1, 'aria-setsize': total }}
            channels={channels}
            asksAnswer={asksAnswer}
            now={now}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </>
  );
}
