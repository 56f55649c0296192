import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import type { EventRow } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { useOnPaper } from '#web/ui/print/Paper.tsx';
import { PrintButton } from '#web/ui/print/PrintButton.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import classes from './EventLog.module.css';
import { LogEntry } from './LogEntry.tsx';
import { LogEntryForm } from './LogEntryForm.tsx';
import { LogMenu } from './LogMenu.tsx';
import { isNarrowed, type LogChoice, noChoice } from './log-choice.ts';
import { EventLogQuery, type EventWithLog } from './queries.ts';

const LogFilters = lazy(async () => ({ default: (await import('./LogFilters.tsx')).LogFilters }));

const PAGE = 20;

type Props = { event: EventRow; version: number };

/** The event's log, newest entry first, with filters. Reloads when `version` grows. Entries can be added but never changed. */
export function EventLog({ event, version }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [saved, setSaved] = useState(0);
  const [choosing, setChoosing] = useState(false);
  const [choice, setChoice] = useState(noChoice);
  const mayWrite = can('write_event_log') && event.eventStatus.identifier !== 'archived';
  const onSaved = () => setSaved((before) => before + 1);
  return (
    <Panel
      title={t('log.title')}
      actions={
        <>
          <Button
            variant={isNarrowed(choice) ? 'light' : 'default'}
            leftSection={<Icon name="filter" size={20} />}
            aria-expanded={choosing}
            onClick={() => setChoosing(!choosing)}
          >
            {t('log.filter.open')}
          </Button>
          <PrintButton />
          {can('export_event_log') && <LogMenu event={event._id} isNarrowed={isNarrowed(choice)} />}
        </>
      }
    >
      {mayWrite && <LogEntryForm event={event} choosesTime onSaved={onSaved} />}
      {choosing && (
        <Suspense fallback={<LoadingState lines={1} />}>
          <LogFilters choice={choice} onChange={setChoice} />
        </Suspense>
      )}
      <Entries
        key={JSON.stringify(choice)}
        event={event}
        choice={choice}
        mayWrite={mayWrite}
        version={version + saved}
        onSaved={onSaved}
      />
    </Panel>
  );
}

type EntriesProps = { event: EventRow; choice: LogChoice; mayWrite: boolean; version: number; onSaved: () => void };

/** Loads the newest entries in one query, because separate pages would drift apart while entries arrive. */
function Entries({ event, choice, mayWrite, version, onSaved }: EntriesProps) {
  const { t } = useTranslation('events');
  const [asked, setAsked] = useState(PAGE);
  const [isWhole, setWhole] = useState(true);
  const first = useOnPaper(isWhole) ? limits.maximumPage : asked;
  const state = useData(EventLogQuery, { id: event.id, first, filter: choice }, { keepPrevious: true });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const loaded = state.data?.event;
  const isAll =
    Boolean(state.error) || !loaded || loaded.log.edges.length >= Math.min(loaded.log.totalCount, limits.maximumPage);
  if (isAll !== isWhole) setWhole(isAll);
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!loaded) return <LoadingState lines={3} />;
  const { edges, totalCount } = loaded.log;
  if (totalCount === 0) return <EmptyState icon="log" title={t(isNarrowed(choice) ? 'log.none' : 'log.empty')} />;
  const isLongest = edges.length === limits.maximumPage && totalCount > edges.length;
  return (
    <>
      <Integrity seal={loaded.logSeal} />
      {isNarrowed(choice) && (
        <Text c="gray.6" fz="sm" mb="xs" role="status">
          {t('log.found', { count: totalCount })}
        </Text>
      )}
      <ol className={classes['log']}>
        {edges.map(({ node }) => (
          <LogEntry key={node.id} event={event} entry={node} mayWrite={mayWrite} onSaved={onSaved} />
        ))}
      </ol>
      {isLongest ? (
        <Text c="gray.6" fz="sm" ta="center" py="md">
          {t('log.longest', { shown: edges.length, total: totalCount })}
        </Text>
      ) : (
        <LoadMore
          shown={edges.length}
          total={totalCount}
          loading={state.refreshing && edges.length < first}
          onMore={() => setAsked(Math.min(limits.maximumPage, asked + PAGE))}
        />
      )}
    </>
  );
}

const looks = {
  INTACT: { name: 'intact', tone: 'good', icon: 'lock' },
  UNSEALED: { name: 'unsealed', tone: 'warning', icon: 'lock' },
  BROKEN: { name: 'broken', tone: 'bad', icon: 'crossCircle' },
} as const;

function Integrity({ seal }: { seal: NonNullable<EventWithLog>['logSeal'] }) {
  const { t } = useTranslation('events');
  const { name, tone, icon } = looks[seal.state];
  const after = seal.entries - seal.sealedEntries;
  return (
    <Group gap="sm" mb="sm">
      <StatusBadge tone={tone} icon={icon}>
        {t(`log.${name}`)}
      </StatusBadge>
      <Text c="gray.6" fz="sm">
        {t(`log.${name}Hint`)}
        {seal.state === 'INTACT' && after > 0 && ` ${t('log.notSealedYet', { count: after })}`}
      </Text>
    </Group>
  );
}
