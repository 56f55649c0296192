import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '#web/lib/url-state.ts';
import { AlarmMore, AlarmMoreButton } from '#web/reports/live/AlarmMore.tsx';
import { PeopleFrame } from '#web/reports/live/ReportPeople.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { LivePart } from '#web/ui/translated/LivePart.tsx';
import classes from './RollCall.module.css';
import { RollCallHead } from './RollCallHead.tsx';
import { RollCallPeople } from './RollCallPeople.tsx';
import { useRollCallGroups } from './useRollCallGroups.ts';

type Props = {
  report: ReportDetails;
  show: string;
  listRef: RefObject<HTMLDivElement | null>;
  onShow: (show: string) => void;
  version: number;
  onChanged: () => void;
};

/** A roll call: figures in view, then people who need help, unknown and safe ones. */
export function RollCall({ report, show, listRef, onShow, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const [group, setGroup] = useUrlState('memberOf');
  const groups = useRollCallGroups(report.id, version);
  return (
    <LivePart>
      <RollCallHead report={report} show={show} onShow={onShow}>
        <AlarmMoreButton report={report} />
      </RollCallHead>
      <AlarmMore report={report} onChanged={onChanged} />
      <div ref={listRef} className={classes['people']}>
        <PeopleFrame title={t('live.people')}>
          <RollCallPeople {...{ report, show, group, groups, version, onShow, onChanged }} onGroup={setGroup} />
        </PeopleFrame>
      </div>
    </LivePart>
  );
}
