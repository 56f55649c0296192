import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { PickerProps } from '#web/fields/rich-text/writing.ts';
import { useData } from '#web/lib/data.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { QueryView } from '#web/ui/states.tsx';
import { useIsPhone } from '#web/ui/theme/useIsPhone.ts';
import { questionsIn } from './offered.ts';
import { type Snippet, WritingQuery } from './queries.ts';
import { SnippetChoice } from './SnippetChoice.tsx';
import { SnippetQuestions } from './SnippetQuestions.tsx';

/** Chooses a snippet, shown as it reads in a report, and asks for its placeholders. */
export function SnippetPicker({ report, onChoose, onClose }: PickerProps & { report: ReportDetails }) {
  const { t } = useTranslation('drafts');
  const { t: common } = useTranslation();
  const state = useData(WritingQuery, { report: report.id });
  const [asking, setAsking] = useState<Snippet | null>(null);
  const isNarrow = useIsPhone();
  const insert = ({ _id, content, readOnly }: Snippet, answers: Record<string, string>) =>
    onChoose({ content: fillPlaceholders(content, answers), snippet: readOnly ? _id : null });
  const { activationEventType, eventType } = report.event;
  const about = { eventType: (activationEventType ?? eventType)?.id, reportType: report.reportType.id };
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      fullScreen={isNarrow ?? false}
      returnFocus={false} // the focus returns to the text
      title={
        <Text fw={650} fz="lg" component="span">
          {asking?.name ?? t('snippets.title')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {asking ? (
        <SnippetQuestions
          questions={questionsIn(asking.content)}
          onBack={() => setAsking(null)}
          onAnswer={(answers) => insert(asking, answers)}
        />
      ) : (
        <QueryView state={state}>
          {({ snippets, reportEventSnippets }) => (
            <SnippetChoice
              snippets={snippets.edges.map(({ node }) => node)}
              proposals={reportEventSnippets.edges.map(({ node }) => node)}
              about={about}
              onClose={onClose}
              onChoose={(chosen) => (questionsIn(chosen.content).length > 0 ? setAsking(chosen) : insert(chosen, {}))}
            />
          )}
        </QueryView>
      )}
    </Modal>
  );
}
