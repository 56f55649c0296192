import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { AddTextDialog } from './AddTextDialog.tsx';
import { ChangeTextDialog } from './ChangeTextDialog.tsx';
import { type Assignment, EventTypeTextsQuery, type ReportType } from './queries.ts';
import { ReportTypeTexts } from './ReportTypeTexts.tsx';

type Asked = { add: ReportType } | { change: Assignment };

/** Below an event type's form: its prepared texts by type of report, editable in place. */
export function EventTypeTexts({ row }: { row: EntityRow }) {
  const { t } = useTranslation('administration');
  const state = useData(EventTypeTextsQuery, { eventType: row.id });
  useSystemLive(state.refetch);
  const [asked, setAsked] = useState<Asked>();
  const done = () => {
    setAsked(undefined);
    state.refetch();
  };
  return (
    <section>
      <Title order={3}>{t('texts.title')}</Title>
      <Text c="gray.6" mb="md">
        {t('texts.about')}
      </Text>
      <QueryView state={state}>
        {({ reportTypes, reportEventSnippets }) => (
          <Stack gap="md">
            {reportTypes.edges.map(({ node: reportType }) => (
              <ReportTypeTexts
                key={reportType.id}
                reportType={reportType}
                assignments={reportEventSnippets.edges
                  .map(({ node }) => node)
                  .filter((assignment) => assignment.reportType.id === reportType.id)}
                onAdd={() => setAsked({ add: reportType })}
                onChange={(assignment) => setAsked({ change: assignment })}
                onRemoved={state.refetch}
              />
            ))}
          </Stack>
        )}
      </QueryView>
      {asked && 'add' in asked && (
        <AddTextDialog eventType={row} reportType={asked.add} onDone={done} onClose={() => setAsked(undefined)} />
      )}
      {asked && 'change' in asked && (
        <ChangeTextDialog snippet={asked.change.snippet} onDone={done} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
}
