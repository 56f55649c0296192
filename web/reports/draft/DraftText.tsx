import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import { type ReportDetails, UpdateReportMutation } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EditableText, type Text } from './EditableText.tsx';

type Props = {
  report: ReportDetails;
  onChanged: () => void;
  onTyped: (name: string, text: Text | null) => void;
  /** What counts about the text, shown below it. */
  meters: ReactNode;
};

/** The report's text, read as it will arrive and changed where it stands. */
export function DraftText({ report, onChanged, onTyped, meters }: Props) {
  const { t } = useTranslation('reports');
  const { editText } = useDraftRights(report);
  // what somebody has read must not change under them
  const isBound = report.messages.edges.some(({ node }) => !isDraft(node.status) && !isWithdrawn(node));
  const [, update] = useMutation(UpdateReportMutation);
  const save = async (text: Text) => {
    const { error } = await update({ input: { id: report.id, ...text } });
    if (!error) onChanged();
    return !error;
  };
  return (
    <Panel title={t('draft.text')}>
      <Stack gap="md">
        <EditableText
          title={report.title}
          content={report.content}
          editable={editText && !isBound}
          onSave={save}
          onTyped={(text) => onTyped('report', text)}
        />
        {meters}
      </Stack>
    </Panel>
  );
}
