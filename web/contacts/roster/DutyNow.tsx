import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTime, isSameDay } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './duties.module.css';
import { GroupName } from './GroupName.tsx';
import type { DutyGroup } from './queries.ts';

/** The people on duty in each group at a moment (milliseconds), and until when. */
export function DutyNow({ groups, now }: { groups: DutyGroup[]; now: number }) {
  return (
    <ul className={classes['now']}>
      {groups.map((group) => (
        <li key={group.id}>
          <GroupName group={group} />
          <OnDuty group={group} now={now} />
        </li>
      ))}
    </ul>
  );
}

const holds = (now: number) => (span: { from: string; until: string }) =>
  Date.parse(span.from) <= now && now < Date.parse(span.until);

function OnDuty({ group, now }: { group: DutyGroup; now: number }) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const { turns, gaps } = group.roster.within;
  const isNow = holds(now);
  const on = turns.filter((turn) => isNow(turn) && turn.isCalled && !turn.away.some(isNow));
  const time = (moment: string) =>
    isSameDay(moment, now, timeZone) ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone);
  const gap = gaps.find(isNow);
  if (gap)
    return (
      <span className={classes['missing']}>
        <Icon name="event" size={18} /> {t('duties.nobody')}{' '}
        <span className={classes['until']}>{t('duties.until', { time: time(gap.until) })}</span>
      </span>
    );
  if (on.length === 0) return <span className={classes['quiet']}>{t('duties.off')}</span>;
  return (
    <ul className={classes['people']}>
      {on.map((turn) => (
        <li key={turn.id}>
          <strong>{fullName(turn.person)}</strong>{' '}
          <span className={`${classes['quiet']} ${classes['until']}`}>
            {t('duties.until', { time: time(turn.until) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
