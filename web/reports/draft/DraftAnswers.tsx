import { NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import { answerLook } from '#web/messages/status.ts';
import { type ReportDetails, type ReportMessage, UpdateReportMutation } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { StandDownSwitch } from '#web/reports/StandDownSwitch.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { AnswerOptionsEditor } from './AnswerOptionsEditor.tsx';
import { AnswerUntil } from './AnswerUntil.tsx';

type Props = {
  report: ReportDetails;
  messages: ReportMessage[];
  onChanged: () => void;
  onUnsaved: (name: string, isUnsaved: boolean) => void;
};

/** The question for answers: options and deadline. */
export function DraftAnswers({ report, messages, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation(['drafts', 'reports', 'rollCall']);
  const { editText } = useDraftRights(report);
  const [{ fetching }, update] = useMutation(UpdateMessageMutation);
  const [{ fetching: changing }, updateReport] = useMutation(UpdateReportMutation);
  const isRollCall = report.answerOptions.some(({ safety }) => safety);
  const asks = messages.every(({ requestAnswer }) => requestAnswer);
  const toggle = async () => {
    for (const { id } of messages) await update({ input: { id, requestAnswer: !asks } });
    onChanged();
  };
  const ask = async (question: 'ARRIVAL' | 'SAFETY') => {
    const { error } = await updateReport({ input: { id: report.id, question } });
    if (!error) onChanged();
  };
  return (
    <Panel title={t('draft.answers')}>
      <Stack gap="md">
        <Switch
          size="lg"
          checked={asks}
          disabled={fetching || !editText}
          onChange={() => void toggle()}
          label={t('reports:answers.ask')}
        />
        {asks && editText && (
          <NativeSelect
            label={t('rollCall:question.label')}
            description={isRollCall && t('rollCall:question.hint')}
            value={isRollCall ? 'SAFETY' : 'ARRIVAL'}
            disabled={changing}
            onChange={({ currentTarget }) => void ask(currentTarget.value as 'ARRIVAL' | 'SAFETY')}
            data={(['ARRIVAL', 'SAFETY'] as const).map((value) => ({
              value,
              label: t(`rollCall:question.${value}`),
            }))}
          />
        )}
        {asks ? (
          <AnswerOptionsEditor report={report} editable={editText} onChanged={onChanged}>
            {report.answerOptions.map((option) => (
              <StatusBadge key={option.code} {...answerLook(option)}>
                {option.label}
              </StatusBadge>
            ))}
          </AnswerOptionsEditor>
        ) : (
          <Text c="gray.6">
            <Icon name="info" size={18} /> {t('reports:answers.off')}
          </Text>
        )}
        {asks && editText && <AnswerUntil {...{ report, onChanged, onUnsaved }} />}
        {asks && !isRollCall && <StandDownSwitch report={report} onChanged={onChanged} />}
      </Stack>
    </Panel>
  );
}
