import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { downloadFile } from '#web/lib/download.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { Folded } from '#web/reports/Folded.tsx';
import { type PeopleChoice, PeopleList } from '#web/reports/live/PeopleList.tsx';
import people from '#web/reports/live/ReportPeople.module.css';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { RollCallGroupQuery } from './queries.ts';
import classes from './RollCall.module.css';
import { RollCallGroups } from './RollCallGroups.tsx';
import { SafetyNotes } from './SafetyNotes.tsx';
import type { RollCallGroupList } from './useRollCallGroups.ts';

const filters = ['all', 'needs_help', 'not_heard', 'not_reached', 'no_answer', 'safe'] as const;

type Props = {
  report: ReportDetails;
  show: string;
  group: string;
  groups: RollCallGroupList;
  version: number;
  onShow: (show: string) => void;
  onGroup: (group: string) => void;
  onChanged: () => void;
};

/** The people of a roll call by urgency, with the filters, the figures by group and the file of this moment. */
export function RollCallPeople({ report, show, group, groups, version, onShow, onGroup, onChanged }: Props) {
  const { t } = useTranslation('rollCall');
  const { t: reports } = useTranslation('reports');
  const [search, setSearch] = useUrlState('search');
  const filter = filters.find((name) => name === show) ?? 'all';
  const choice: PeopleChoice = { show: filter, search, order: 'safety', ...(group && { memberOf: group }) };
  const isChosenLoaded = !group || groups.groups.some(({ group: { _id } }) => String(_id) === group);
  const chosen = useData(RollCallGroupQuery, { id: group }, { pause: isChosenLoaded }).data?.group;
  const isWhole = filter === 'all' && !search && !group;
  return (
    <>
      <div className={people['choice']}>
        <NativeSelect
          aria-label={reports('people.filter')}
          value={filter}
          onChange={({ currentTarget }) => onShow(currentTarget.value)}
          data={filters.map((value) => ({ value, label: t(`show.${value}`) }))}
          className={people['filter'] ?? ''}
        />
        <NativeSelect
          aria-label={t('group')}
          value={group}
          onChange={({ currentTarget }) => onGroup(currentTarget.value)}
          data={[
            { value: '', label: t('allGroups') },
            ...groups.groups.map(({ group: { _id, name } }) => ({ value: String(_id), label: name })),
            ...(isChosenLoaded ? [] : [{ value: group, label: chosen?.name ?? t('chosenGroup') }]),
            ...(groups.total > groups.groups.length || groups.search
              ? [{ value: 'more', label: t('moreGroups'), disabled: true }]
              : []),
          ]}
          className={people['filter'] ?? ''}
        />
        <div className={people['search']}>
          <SearchInput value={search} onSearch={setSearch} label={reports('people.search')} />
        </div>
        <Button
          className={classes['file'] ?? ''}
          variant="default"
          leftSection={<Icon name="download" />}
          onClick={() =>
            void downloadFile(`/api/v2/reports/${report._id}/roll_call.csv`, t('file', { number: report._id }))
          }
        >
          {t('csv')}
        </Button>
      </div>
      {(groups.total > 0 || groups.search) && (
        <Folded icon="group" label={t('byGroup')}>
          <RollCallGroups list={groups} onGroup={onGroup} />
        </Folded>
      )}
      <PeopleList
        key={`${filter} ${search} ${group}`}
        {...{ report, choice, version, onChanged }}
        asksAnswer
        Notes={SafetyNotes}
        none={group ? reports('people.noneFound') : t(`none.${filter}`)}
        {...(isWhole && { expected: report.answers.figures.people })}
      />
    </>
  );
}
