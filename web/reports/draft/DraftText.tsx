import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { Text as Written } from '#shared/said-lines.ts';
import { isConflict } from '#web/lib/client.ts';
import type { VariablesOf } from '#web/lib/gql.ts';
import type { IncidentDetails } from '#web/reports/incident/useIncidentDetails.ts';
import { type ReportDetails, UpdateReportMutation } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { EditableText } from '#web/reports/text/EditableText.tsx';
import { TextLanguage } from '#web/reports/text/TextLanguage.tsx';
import type { SaveText } from '#web/reports/text/useTextEdit.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { LoadingState } from '#web/ui/states.tsx';

type ReportChange = VariablesOf<typeof UpdateReportMutation>['input'];

type Props = {
  report: ReportDetails;
  onChanged: () => void;
  onTyped: (name: string, text: Written | null) => void;
  /** Text lengths and costs, shown below the text. */
  meters: ReactNode;
  details: IncidentDetails;
  /** Whether a part was sent. */
  isBound: boolean;
};

/** The report's text as it arrives, editable. */
export function DraftText({ report, onChanged, onTyped, meters, details, isBound }: Props) {
  const { t } = useTranslation('drafts');
  const { editText } = useDraftRights(report);
  const [, update] = useMutation(UpdateReportMutation);
  // other fields of a response can't be stored
  const save: SaveText = async ({ title, content }, { title: titleBefore, content: contentBefore }) => {
    const before = { title: titleBefore, content: contentBefore };
    const { data, error } = await update({ input: { id: report.id, title, content, before } });
    if (data || isConflict(error)) onChanged();
    return data?.updateReport ?? null;
  };
  const change = async (part: Pick<ReportChange, 'language' | 'versions'>) => {
    const { data } = await update({ input: { id: report.id, ...part } });
    if (data) onChanged();
    return Boolean(data);
  };
  const isEditable = editText && !isBound;
  const editLanguages = {
    saveVersions: (versions: ({ language: string } & Written)[]) => change({ versions }),
    saveLanguage: (language: string) => change({ language }),
    onTyped,
  };
  return (
    <Panel title={t('draft.text')}>
      <Stack gap="md">
        <TextLanguage report={report} edit={isEditable ? editLanguages : undefined} />
        {details.isKnown ? (
          <EditableText
            title={report.title}
            content={report.content}
            editable={isEditable}
            onSave={save}
            onTyped={(text) => onTyped('report', text)}
            read={details.fill}
            onFill={details.answer}
          />
        ) : (
          <LoadingState lines={4} />
        )}
        {meters}
      </Stack>
    </Panel>
  );
}
