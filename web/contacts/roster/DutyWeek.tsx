import { useTranslation } from 'react-i18next';
import { localeOf } from '#shared/languages.ts';
import { toLocalInput } from '#shared/zoned.ts';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName } from '#web/lib/viewer.tsx';
import classes from './duties.module.css';
import { GroupName } from './GroupName.tsx';
import type { DutyGroup } from './queries.ts';
import { spanOf } from './weeks.ts';

type Props = { groups: DutyGroup[]; days: readonly string[]; now: number };

/** A week of all groups: a row per group, a column per day; on small screens, days are stacked. */
export function DutyWeek({ groups, days, now }: Props) {
  const { t, i18n } = useTranslation('roster');
  const { timeZone } = useSystem();
  const today = toLocalInput(new Date(now), timeZone).slice(0, 10);
  const named = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    timeZone,
  });
  const name = (day: string) => named.format(new Date(spanOf(day, day, timeZone).from));
  return (
    <table className={classes['week']}>
      <thead>
        <tr>
          <th scope="col">{t('duties.group')}</th>
          {days.map((day) => (
            <th key={day} scope="col" data-today={day === today || undefined}>
              {name(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <th scope="row">
              <GroupName group={group} />
            </th>
            {days.map((day) => (
              <Day key={day} label={name(day)} group={group} day={day} isToday={day === today} now={now} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = { label: string; group: DutyGroup; day: string; isToday: boolean; now: number };

function Day({ label, group, day, isToday, now }: DayProps) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  const span = spanOf(day, day, timeZone);
  const { turns, gaps } = group.roster.within;
  const passed = new Date(now).toISOString();
  const overlaps = ({ from, until }: { from: string; until: string }) => from < span.until && until > span.from;
  const times = ({ from, until }: { from: string; until: string }) =>
    `${from > span.from ? formatTime(from, timeZone) : '00:00'}–${until < span.until ? formatTime(until, timeZone) : '24:00'}`;
  const entries = [
    ...turns.filter(overlaps).map((turn) => ({ ...turn, text: fullName(turn.person), isGap: false })),
    // past gaps need no action
    ...gaps
      .map(({ from, until }) => ({ from: from > passed ? from : passed, until }))
      .filter((gap) => overlaps(gap) && gap.until > passed)
      .map((gap) => ({ ...gap, id: gap.from, text: t('gaps.nobody'), isGap: true })),
  ].toSorted((a, b) => a.from.localeCompare(b.from));
  return (
    <td data-label={label} data-today={isToday || undefined} data-empty={entries.length === 0 || undefined}>
      {entries.map((entry) => (
        <span key={entry.id} className={classes['turn']} data-gap={entry.isGap || undefined}>
          <span className={classes['times']}>{times(entry)}</span> {entry.text}
        </span>
      ))}
    </td>
  );
}
