import { Text, UnstyledButton } from '@mantine/core';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';
import { useData } from '#web/lib/data.ts';
import type { ResultOf, VariablesOf } from '#web/lib/gql.ts';
import { type ReportDetails, type ReportMessage, ReportPeopleQuery } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { useOnPaper, useUnfolded } from '#web/ui/print/Paper.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import { useIsPhone } from '#web/ui/theme/useIsPhone.ts';
import { NearView } from './NearView.tsx';
import classes from './ReportPeople.module.css';
import { ReportPerson, type RowNotes } from './ReportPerson.tsx';

const PART = 50;
/** The length from which a list is too long to scroll through. */
export const MANY = 200;
const ROW = 44;
// parts loaded at a time for paper
const AHEAD = 4;

type Page = NonNullable<ResultOf<typeof ReportPeopleQuery>['report']>['people'];
type Variables = VariablesOf<typeof ReportPeopleQuery>;
/** The filter and order of the listed people. */
export type PeopleChoice = {
  order: NonNullable<Variables['order']>;
  show?: NonNullable<Variables['show']>;
  search?: string;
  /** Only people of this function. */
  group?: string;
  /** Only members of this group. */
  memberOf?: string;
};

type Props = {
  report: ReportDetails;
  asksAnswer: boolean;
  choice: PeopleChoice;
  /** The text for an empty list. */
  none?: string;
  Notes?: RowNotes;
  /** The expected length, for which it keeps space. */
  expected?: number;
  version: number;
  onChanged: () => void;
};

/**
 * The recipients of a report, each once; on a phone folded after 50. Parts load by position and render near the
 * viewport. Paper gets all.
 */
export function PeopleList(props: Props) {
  const { t } = useTranslation('reports');
  const [known, setTotal] = useState<number>();
  const total = known ?? 0;
  const now = useDeferredValue(useServerNow({ change: props.version }));
  const parts = Array.from({ length: Math.max(1, Math.ceil(total / PART)) }, (_, index) => index);
  const isOnPaper = useUnfolded();
  const [isUnfolded, setUnfolded] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const furtherId = useId();
  const [drawn, setDrawn] = useState<ReadonlyMap<number, number>>(new Map());
  const noteDrawn = useCallback((index: number, people: number | null) => {
    setDrawn((before) => {
      const after = new Map(before);
      if (people === null) after.delete(index);
      else after.set(index, people);
      return after;
    });
  }, []);
  const lacking = parts.filter((index) => !drawn.has(index));
  const isWanted = useOnPaper(lacking.length === 0);
  const next = new Set(lacking.slice(0, AHEAD));
  const onPaper = parts.reduce((sum, index) => sum + (drawn.get(index) ?? 0), 0);
  const draw = (index: number) => <Part {...props} index={index} now={now} onTotal={setTotal} onDrawn={noteDrawn} />;
  const further = parts.slice(1).map((index) => (
    <NearView
      key={index}
      estimate={Math.min(PART, total - index * PART) * ROW}
      isWanted={isWanted && (drawn.has(index) || next.has(index))}
    >
      {draw(index)}
    </NearView>
  ));
  // on a phone, later content stays within a few screens
  const isFoldable = useIsPhone() && props.asksAnswer && total > PART && total <= MANY;
  const isFolded = isFoldable && !isUnfolded && !isOnPaper;
  return (
    <>
      {known !== 0 && !props.choice.group && (
        <Text c="gray.6" fz="sm" mih="1lh" role="status" className={classes['count'] ?? ''}>
          {known !== undefined && t('people.count', { count: known })}
        </Text>
      )}
      {onPaper < total && <p className={classes['onPaper']}>{t('people.onPaper', { count: onPaper, total })}</p>}
      <div>{draw(0)}</div>
      {isFoldable && !isOnPaper && (
        <UnstyledButton
          ref={toggle}
          className={classes['further']}
          aria-expanded={!isFolded}
          aria-controls={isFolded ? undefined : furtherId}
          onClick={() => setUnfolded(isFolded)}
        >
          <Icon name={isFolded ? 'chevronRight' : 'chevronDown'} size={18} />
          <Icon name="person" size={20} />
          {t('people.further', { count: total - PART })}
        </UnstyledButton>
      )}
      {!isFolded && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the rows does what the button above them does
        <div
          id={furtherId}
          onKeyDown={(event) => {
            const target = event.target as Element;
            // in a menu of a row, Escape closes it
            const isOfMenu = !event.currentTarget.contains(target) || target.closest('[aria-expanded="true"]');
            if (event.key !== 'Escape' || isOfMenu || !isFoldable) return;
            setUnfolded(false);
            toggle.current?.focus();
          }}
        >
          {further}
        </div>
      )}
    </>
  );
}

type PartProps = Props & {
  index: number;
  now: number;
  onTotal: (total: number) => void;
  /** Receives the number of rendered people: 0 after a failure, null after removal. */
  onDrawn: (index: number, people: number | null) => void;
};

const HiddenPeople = lazyWithFallback(
  async () => (await import('./HiddenPeople.tsx')).HiddenPeople,
  () => null,
);

// skips rendering when other parts change
const Part = memo((props: PartProps) => {
  const { report, asksAnswer, choice, none, Notes, expected, version, onChanged, index, now, onTotal, onDrawn } = props;
  const { t } = useTranslation('reports');
  const { show = 'all', search = '', ...rest } = choice;
  const from = index * PART;
  const variables = { id: report.id, first: PART, offset: from, show, search: search || null, ...rest };
  const state = useData(ReportPeopleQuery, variables);
  const { refetch, refreshing } = state;
  const shownVersion = useRef(version);
  useEffect(() => {
    // a running request comes first, because restarts on a slow line never end
    if (version === shownVersion.current || refreshing) return;
    shownVersion.current = version;
    refetch();
  }, [version, refreshing, refetch]);
  // fifty rows render in small steps
  const page = useDeferredValue(state.data?.report?.people);
  const total = page?.totalCount;
  useEffect(() => {
    if (total !== undefined) onTotal(total);
  }, [total, onTotal]);
  const channels = useMemo(
    () => new Map(report.messages.edges.map(({ node }) => [node.id, node.channel])),
    [report.messages],
  );
  const hasOneYes = report.answerOptions.filter(({ kind }) => kind === 'POSITIVE').length === 1;
  const isSettled = page !== undefined || Boolean(state.error);
  const people = page?.edges.length ?? 0;
  useEffect(() => {
    if (isSettled) onDrawn(index, people);
  }, [isSettled, people, index, onDrawn]);
  useEffect(() => () => onDrawn(index, null), [index, onDrawn]);
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!page || total === undefined)
    return (
      <Reserved height={index > 0 ? PART * ROW : expected ? Math.min(PART, expected) * ROW : undefined}>
        <LoadingState lines={3} />
      </Reserved>
    );
  const access = state.data?.report?.personAccess ?? 'open';
  if (total === 0 && access !== 'open') return <HiddenPeople access={access} />;
  if (total === 0)
    return <EmptyState icon="person" title={search ? t('people.noneFound') : (none ?? t(`people.none.${show}`))} />;
  return (
    <>
      {total > MANY && page.edges.length > 0 && (
        <p className={classes['place']}>{t('people.place', { from: from + 1, to: from + page.edges.length, total })}</p>
      )}
      <Rows
        {...{ page, from, channels, asksAnswer, hasOneYes, now, onChanged, ...(Notes && { Notes }) }}
        isOver={report.answers.goal === 'over'}
      />
    </>
  );
});

/** Keeps this height, so that content below doesn't shift. */
const Reserved = ({ height, children }: { height: number | undefined; children: ReactNode }) => (
  <div
    className={classes['reserved']}
    {...(height !== undefined && { style: { '--reserved': `${height}px` } as CSSProperties })}
  >
    {children}
  </div>
);

type RowsProps = Pick<Props, 'asksAnswer' | 'Notes' | 'onChanged'> & {
  hasOneYes: boolean;
  page: Page;
  from: number;
  channels: ReadonlyMap<string, ReportMessage['channel']>;
  isOver: boolean;
  now: number;
};

/** Renders only when its own data changes. */
const Rows = memo(function Rows({ page, from, ...rest }: RowsProps) {
  return (
    <ul className={classes['list']}>
      {page.edges.map(({ node }, at) => (
        <ReportPerson
          key={node.person.id}
          entry={node}
          place={{ 'aria-posinset': from + at + 1, 'aria-setsize': page.totalCount }}
          {...rest}
        />
      ))}
    </ul>
  );
});
