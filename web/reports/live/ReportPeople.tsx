import { Button, NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '#web/lib/url-state.ts';
import { Folded } from '#web/reports/Folded.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { MANY, type PeopleChoice, PeopleList } from './PeopleList.tsx';
import classes from './ReportPeople.module.css';

const filters = ['all', 'unreached', 'waiting', 'unanswered', 'coming', 'declined', 'unclear', 'late'] as const;
const ofAnswers = new Set<string>(['unanswered', 'coming', 'declined', 'unclear', 'late']);
const orders = ['arrival', 'unreached', 'name'] as const;

type Props = {
  report: ReportDetails;
  asksAnswer: boolean;
  show: string;
  onShow: (show: string) => void;
  version: number;
  onChanged: () => void;
};

/** On a phone, it takes the full width. */
export const PeopleFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes['frame']}>
    <h2 className={classes['frameTitle']}>{title}</h2>
    {children}
  </section>
);

/** The recipients: arrivals, then others. Filter, order and search are in the URL. */
export function ReportPeople({ report, asksAnswer, show, onShow, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useUrlState('search');
  const usual = usualOrder(report, asksAnswer);
  const [order, setOrder] = useUrlState('order', usual);
  const filter = filters.find((name) => name === show) ?? 'all';
  const choice: PeopleChoice = { show: filter, search, order: orders.find((name) => name === order) ?? usual };
  const { people, asked, unreachable } = { ...report.answers, ...report.answers.figures };
  const rest = people - asked - unreachable;
  // people who were not asked need no action
  const isFolded = asksAnswer && filter === 'all' && !search && asked > 0 && rest > 0 && !isLong(report);
  const isUsual = filter === 'all' && !search && choice.order === usual;
  const [opened, setOpened] = useState(false);
  // on a phone, the head's counts also filter
  const isTucked = asksAnswer && isUsual && !opened && !isLong(report);
  return (
    <>
      {asksAnswer && isUsual && !isLong(report) && (
        <Button
          className={classes['choose'] ?? ''}
          variant="subtle"
          leftSection={<Icon name="filter" />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('people.choose')}
        </Button>
      )}
      <div className={classes['choice']} data-tucked={isTucked || undefined}>
        <NativeSelect
          aria-label={t('people.filter')}
          value={filter}
          onChange={({ currentTarget }) => {
            setOpened(true);
            onShow(currentTarget.value);
          }}
          data={filters
            .filter((name) => asksAnswer || !ofAnswers.has(name))
            .map((value) => ({ value, label: t(`people.show.${value}`) }))}
          className={classes['filter']}
        />
        <NativeSelect
          aria-label={t('people.order')}
          value={choice.order}
          onChange={({ currentTarget }) => setOrder(currentTarget.value)}
          data={orders
            .filter((name) => asksAnswer || name !== 'arrival')
            .map((value) => ({ value, label: t(`people.by.${value}`) }))}
          className={classes['filter']}
        />
        <div className={classes['search']}>
          <SearchInput value={search} onSearch={setSearch} label={t('people.search')} />
        </div>
      </div>
      <PeopleList
        key={`${filter} ${choice.order} ${search}`}
        {...{ report, asksAnswer, version, onChanged }}
        choice={isFolded ? { ...choice, show: 'involved' } : choice}
        {...(filter === 'all' && !search && { expected: isFolded ? asked + unreachable : people })}
      />
      {isFolded && (
        <Folded icon="person" label={t('people.notAsked', { count: rest })} isWhole>
          <PeopleList {...{ report, asksAnswer, version, onChanged }} choice={{ ...choice, show: 'not_asked' }} />
        </Folded>
      )}
    </>
  );
}

export const isLong = ({ messages }: ReportDetails): boolean =>
  messages.edges.some(({ node }) => node.messageResult.total > MANY);

function usualOrder(report: ReportDetails, asksAnswer: boolean): (typeof orders)[number] {
  return asksAnswer || isLong(report) ? 'unreached' : 'name';
}
