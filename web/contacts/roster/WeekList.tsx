import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#shared/languages.ts';
import { toLocalInput } from '#shared/zoned.ts';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { DroppedTurn } from './DroppedTurn.tsx';
import type { DroppedRow, GapRow, RosterGroup, TurnRow } from './queries.ts';
import classes from './roster.module.css';
import { spanOf } from './weeks.ts';

type Props = {
  days: readonly string[];
  roster: RosterGroup['roster']['within'];
  /** Absent if the roster is read-only. */
  onOpen?: (turn: TurnRow) => void;
  onChanged?: () => void;
};

type Entry = { from: string; until: string; turn?: TurnRow; dropped?: DroppedRow };

/** The days of a week with turns and gaps; a turn past midnight appears on both days. */
export function WeekList({ days, roster, onOpen, onChanged }: Props) {
  const { t, i18n } = useTranslation('roster');
  const { timeZone } = useSystem();
  const today = toLocalInput(new Date(), timeZone).slice(0, 10);
  const named = new Intl.DateTimeFormat(localeOf(i18n.language), {
    weekday: 'long',
    day: 'numeric',
    month: 'numeric',
    timeZone,
  });
  const now = new Date().toISOString();
  // past gaps need no action
  const gaps = roster.gaps.filter(({ until }) => until > now);
  const all: Entry[] = [
    ...roster.turns.map((turn) => ({ from: turn.from, until: turn.until, turn })),
    ...roster.dropped.map((dropped) => ({ from: dropped.from, until: dropped.until, dropped })),
    ...gaps,
  ];
  return (
    <ol className={classes['week']}>
      {days.map((day) => {
        const span = spanOf(day, day, timeZone);
        const entries = all
          .filter(({ from, until }) => from < span.until && until > span.from)
          .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
        return (
          <li key={day} className={classes['day']} {...(day === today && { 'data-today': true })}>
            <h3 className={classes['dayName']}>{named.format(new Date(span.from))}</h3>
            <ul className={classes['turns']}>
              {entries.map((entry) => (
                <li key={keyOf(entry)}>
                  {entry.dropped ? (
                    <DroppedTurn
                      turn={entry.dropped}
                      times={timesOf(entry, span)}
                      {...(onChanged && { onDone: onChanged })}
                    />
                  ) : entry.turn ? (
                    <Turn turn={entry.turn} times={timesOf(entry, span)} {...(onOpen && { onOpen })} />
                  ) : (
                    <Gap times={timesOf(entry, span)} />
                  )}
                </li>
              ))}
              {entries.length === 0 && (
                <li>
                  <Text c="gray.6" component="span" className={classes['turn'] ?? ''}>
                    {t('week.empty')}
                  </Text>
                </li>
              )}
            </ul>
          </li>
        );
      })}
    </ol>
  );

  function timesOf({ from, until }: GapRow, span: { from: string; until: string }): string {
    const start = from > span.from ? formatTime(from, timeZone) : '00:00';
    return `${start} – ${until < span.until ? formatTime(until, timeZone) : '24:00'}`;
  }
}

const keyOf = ({ turn, dropped, from }: Entry): string =>
  turn?.id ?? (dropped ? `${dropped.shift}-${dropped.turn}` : from);

type TurnProps = { turn: TurnRow; times: string; onOpen?: (turn: TurnRow) => void };

function Turn({ turn, times, onOpen }: TurnProps) {
  const { t } = useTranslation('roster');
  const content = (
    <>
      <span className={classes['times']}>{times}</span>
      <span className={classes['who']}>
        <strong>{fullName(turn.person)}</strong>
        {turn.person.id !== turn.planned.id && (
          <span className={classes['note']}>{t('turn.for', { name: fullName(turn.planned) })}</span>
        )}
        {(turn.away.length > 0 || !turn.isCalled) && (
          <span className={classes['away']}>
            <Icon name="pause" size={16} /> {t(turn.isCalled ? 'turn.away' : 'turn.uncalled')}
          </span>
        )}
      </span>
      {onOpen && <Icon name="chevronRight" size={18} />}
    </>
  );
  if (!onOpen) return <div className={classes['turn']}>{content}</div>;
  return (
    <UnstyledButton className={classes['turn'] ?? ''} onClick={() => onOpen(turn)}>
      {content}
    </UnstyledButton>
  );
}

function Gap({ times }: { times: string }) {
  const { t } = useTranslation('roster');
  return (
    <div className={classes['turn']} data-gap>
      <span className={classes['times']}>{times}</span>
      <span className={classes['who']}>
        <Icon name="event" size={18} /> <strong>{t('gaps.nobody')}</strong>
      </span>
    </div>
  );
}
