import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventRow } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { downloadFile } from '#web/lib/download.ts';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/ui/states.tsx';
import classes from './EventLog.module.css';
import { LogEntryForm } from './LogEntryForm.tsx';
import { EventLogQuery } from './queries.ts';

const PAGE = 20;

type Props = { event: EventRow; version: number };

/** The event's log, newest entry first; it is read anew when `version` grows, and entries can be added but never changed. */
export function EventLog({ event, version }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [saved, setSaved] = useState(0);
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const mayWrite = can('write_event_log') && event.eventStatus.identifier !== 'archived';
  return (
    <Panel
      title={t('log.title')}
      actions={
        <>
          <PrintButton />
          {can('export_event_log') && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={20} />}
              onClick={() =>
                void downloadFile(`/api/v2/events/${event._id}/log.csv`, t('log.fileName', { number: event._id }))
              }
            >
              {t('log.csv')}
            </Button>
          )}
        </>
      }
    >
      {mayWrite && <LogEntryForm event={event} onSaved={() => setSaved((before) => before + 1)} />}
      {cursors.map((after, index) => (
        <LogPage
          key={after ?? ''}
          event={event.id}
          after={after}
          before={index * PAGE}
          version={version + saved}
          onMore={index === cursors.length - 1 ? (end) => setCursors([...cursors, end]) : undefined}
        />
      ))}
    </Panel>
  );
}

type PageProps = {
  event: string;
  after: string | null;
  before: number;
  version: number;
  onMore: ((end: string) => void) | undefined;
};

function LogPage({ event, after, before, version, onMore }: PageProps) {
  const { t } = useTranslation('events');
  const state = useData(EventLogQuery, { id: event, first: PAGE, after });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const loaded = state.data?.event;
  if (state.error) return <ErrorState onRetry={refetch} />;
  if (!loaded) return <LoadingState lines={3} />;
  const { edges, pageInfo, totalCount } = loaded.log;
  if (totalCount === 0) return <EmptyState icon="log" title={t('log.empty')} />;
  const end = pageInfo.endCursor;
  return (
    <>
      {before === 0 && <Integrity intact={loaded.logIntact} />}
      <ol className={classes['log']}>
        {edges.map(({ node }) => (
          <Entry key={node.id} entry={node} />
        ))}
      </ol>
      {onMore && end && <LoadMore shown={before + edges.length} total={totalCount} onMore={() => onMore(end)} />}
    </>
  );
}

function Integrity({ intact }: { intact: boolean }) {
  const { t } = useTranslation('events');
  return (
    <Group gap="sm" mb="sm">
      <StatusBadge tone={intact ? 'good' : 'bad'} icon={intact ? 'lock' : 'crossCircle'}>
        {t(intact ? 'log.intact' : 'log.broken')}
      </StatusBadge>
      <Text c="gray.6" fz="sm">
        {t(intact ? 'log.intactHint' : 'log.brokenHint')}
      </Text>
    </Group>
  );
}

type Named = { firstName: string; lastName: string };
type EntryProps = { entry: { at: string; text: string; by: Named | null; person: Named | null } };

function Entry({ entry }: EntryProps) {
  const { t } = useTranslation('events');
  const by = entry.by && fullName(entry.by);
  const about = entry.person && fullName(entry.person);
  return (
    <li className={classes['entry']}>
      <DateTime value={entry.at} show="second" />
      <div>
        <span className={classes['entryText']}>{about ? `${about}: ${entry.text}` : entry.text}</span>
        <span className={classes['entryBy']}>{by ?? t('log.system')}</span>
      </div>
    </li>
  );
}
