import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { ChannelsQuery, type ReportDetails } from '#web/reports/queries.ts';
import { isOnlyExercise, OnlyExercise } from '#web/reports/send/OnlyExercise.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { DraftChannel } from './DraftChannel.tsx';

type Props = {
  report: ReportDetails;
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** The channels of the report, each with a switch. */
export function DraftChannels({ report, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation(['drafts', 'reports']);
  const state = useData(ChannelsQuery, {});
  const messages = report.messages.edges.map(({ node }) => node);
  return (
    <Panel title={t('draft.channels')}>
      {report.event.mode !== 'LIVE' && (
        <Text c="gray.6" mb="sm">
          {t('reports:channels.exercise')}
        </Text>
      )}
      {report.event.mode === 'LIVE' && isOnlyExercise(messages) && <OnlyExercise />}
      <QueryView state={state}>
        {({ channels }) => (
          <Stack gap={0}>
            {channels.edges.map(({ node }) => (
              <DraftChannel
                key={node.id}
                report={report}
                channel={node}
                message={messages.findLast(({ channel }) => channel.id === node.id)}
                onChanged={onChanged}
                onUnsaved={onUnsaved}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </Panel>
  );
}
