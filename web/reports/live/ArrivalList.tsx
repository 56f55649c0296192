import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { formatRelative, formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import type { Look } from '#web/messages/status.ts';
import { ExpectedQuery, type ExpectedRow, RecordArrivalMutation, type ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import classes from './ArrivalList.module.css';

const PAGE = 50;
const TICK = 10_000;

const looks: Record<ExpectedRow['state'], Look> = {
  expected: { tone: 'active', icon: 'clock' },
  overdue: { tone: 'bad', icon: 'event' },
  open: { tone: 'neutral', icon: 'question' },
  arrived: { tone: 'good', icon: 'checkCircle' },
  not_needed: { tone: 'neutral', icon: 'minus' },
};

type Props = { report: ReportDetails; version: number; onChanged: () => void };

/** Who is expected when: by the clock, who is overdue on top, who is there ticked off below. */
export function ArrivalList({ report, version, onChanged }: Props) {
  const [shown, setShown] = useState(PAGE);
  const now = useNow();
  const state = useData(ExpectedQuery, { id: report.id, first: shown });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  return (
    <QueryView state={state}>
      {({ report: found }) =>
        found && (
          <>
            <ul className={classes['list']}>
              {found.expected.edges.map(({ node }) => (
                <Arrival key={node.person.id} entry={node} now={now} onChanged={onChanged} />
              ))}
            </ul>
            <LoadMore
              shown={found.expected.edges.length}
              total={found.expected.totalCount}
              onMore={() => setShown(shown + PAGE)}
            />
          </>
        )
      }
    </QueryView>
  );
}

/** The moment, anew every few seconds: somebody becomes overdue without anything happening. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Arrival({ entry, now, onChanged }: { entry: ExpectedRow; now: number; onChanged: () => void }) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  const { can } = useViewer();
  const [{ fetching }, record] = useMutation(RecordArrivalMutation);
  const { person, recipient, expectedAt, overdueAt, arrivedAt } = entry;
  const isLate = entry.state === 'expected' && overdueAt !== null && Date.parse(overdueAt) <= now;
  const state = isLate ? 'overdue' : entry.state;
  const name = fullName(person);
  const set = async (arrived: boolean) => {
    const { error } = await record({ recipient, arrived });
    if (error) return;
    if (arrived) undoToast(t('arrivals.done', { name }), () => void set(false));
    onChanged();
  };
  const isThere = arrivedAt !== null;
  return (
    <li className={classes['arrival']} data-state={state}>
      <span className={classes['time']}>{expectedAt ? formatTime(expectedAt, timeZone) : '–'}</span>
      <Link to={`/person/${person._id}`} className={classes['name']}>
        {[person.title, name].filter(Boolean).join(' ')}
      </Link>
      <span className={classes['state']}>
        <StatusBadge {...looks[state]}>
          {isThere ? t('arrivals.since', { time: formatTime(arrivedAt, timeZone) }) : t(`arrivals.state.${state}`)}
        </StatusBadge>
        {(state === 'expected' || state === 'overdue') && expectedAt && (
          <span className={classes['quiet']}>
            {state === 'overdue'
              ? t('arrivals.planned', { ago: formatRelative(expectedAt, now) })
              : formatRelative(expectedAt, now)}
          </span>
        )}
      </span>
      {can('record_answer') && (
        <Button
          variant={isThere ? 'subtle' : 'default'}
          className={classes['action'] ?? ''}
          leftSection={<Icon name={isThere ? 'restore' : 'check'} />}
          aria-label={t(isThere ? 'arrivals.notThere' : 'arrivals.there', { name })}
          loading={fetching}
          onClick={() => void set(!isThere)}
        >
          {t(isThere ? 'arrivals.undo' : 'arrivals.button')}
        </Button>
      )}
    </li>
  );
}
