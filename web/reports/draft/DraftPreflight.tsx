import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { isOnlyExercise } from '#web/reports/send/OnlyExercise.tsx';
import { PreflightResult } from '#web/reports/send/PreflightResult.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { DraftRecipients } from './DraftRecipients.tsx';
import type { Draft } from './useDraft.ts';

type Props = { report: ReportDetails; draft: Draft };

export function DraftPreflight({ report, draft: { messages, first, chosen, details, preflight, changed } }: Props) {
  const { t } = useTranslation(['drafts', 'reports']);
  const { isActivation, isFollowUp, setRecipients } = useDraftRights(report);
  const isAlarm = isActivation && report.event.mode === 'LIVE' && !isOnlyExercise(messages);
  const result = (
    <QueryView state={preflight}>
      {({ preflightReport }) => <PreflightResult preflight={details.settle(preflightReport)} isAlarm={isAlarm} />}
    </QueryView>
  );
  if (!first) return messages.length > 0 && result;
  return (
    <Panel title={t(isActivation ? 'preflight.activation' : 'preflight.communication')}>
      <Stack gap="lg">
        {result}
        {isFollowUp ? (
          <Text>{t('reports:follow.recipients')}</Text>
        ) : (
          <DraftRecipients
            report={report.id}
            message={first}
            drafts={messages}
            choice={chosen.choice}
            mayChoose={setRecipients}
            onChanged={changed}
          />
        )}
      </Stack>
    </Panel>
  );
}
