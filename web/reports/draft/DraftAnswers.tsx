import { Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import { answerLooks } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
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

/** Sets whether recipients are asked for an answer, the answer options and the deadline. */
export function DraftAnswers({ report, messages, onChanged, onUnsaved }: Props) {
  const { t } = useTranslation(['drafts', 'reports']);
  const { editText } = useDraftRights(report);
  const [{ fetching }, update] = useMutation(UpdateMessageMutation);
  const asks = messages.every(({ requestAnswer }) => requestAnswer);
  const toggle = async () => {
    for (const { id } of messages) await update({ input: { id, requestAnswer: !asks } });
    onChanged();
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
        {asks ? (
          <AnswerOptionsEditor report={report} editable={editText} onChanged={onChanged}>
            {report.answerOptions.map(({ code, label, kind }) => (
              <StatusBadge key={code} {...answerLooks[kind]}>
                {label}
              </StatusBadge>
            ))}
          </AnswerOptionsEditor>
        ) : (
          <Text c="gray.6">
            <Icon name="info" size={18} /> {t('reports:answers.off')}
          </Text>
        )}
        {asks && editText && <AnswerUntil {...{ report, onChanged, onUnsaved }} />}
        {asks && <StandDownSwitch report={report} onChanged={onChanged} />}
      </Stack>
    </Panel>
  );
}
