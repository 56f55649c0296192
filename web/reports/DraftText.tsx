import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EditableText, type Text } from './EditableText.tsx';
import { type ReportDetails, UpdateReportMutation } from './queries.ts';

type Props = {
  report: ReportDetails;
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** The report's text, read as it will arrive and changed where it stands. */
export function DraftText({ report, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const [, update] = useMutation(UpdateReportMutation);
  const isActivation = report.reportType.identifier === 'activation';
  const save = async (text: Text) => {
    const { error } = await update({ input: { id: report.id, ...text } });
    if (!error) onChanged();
    return !error;
  };
  return (
    <Panel title={t('draft.text')}>
      <EditableText
        title={report.title}
        content={report.content}
        editable={can(isActivation ? 'edit_activation_text' : 'edit_report')}
        onSave={save}
        onUnsaved={(isUnsaved) => onUnsaved('report', isUnsaved)}
      />
    </Panel>
  );
}
