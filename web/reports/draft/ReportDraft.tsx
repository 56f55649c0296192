import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WritingContext } from '#web/fields/rich-text/writing.ts';
import { ReportTypeSign } from '#web/messages/signs/ReportTypeSign.tsx';
import { FollowNotes } from '#web/reports/FollowNotes.tsx';
import { IncidentFields } from '#web/reports/incident/IncidentFields.tsx';
import { TextMeters } from '#web/reports/preview/TextMeters.tsx';
import type { Typing } from '#web/reports/preview/typed.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { SendBar } from '#web/reports/send/SendBar.tsx';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { CommitContext, useCommits } from '#web/reports/writing/commits.ts';
import { useWriting } from '#web/reports/writing/useWriting.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { ANSWER_UNTIL } from './AnswerUntil.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { DraftAnswers } from './DraftAnswers.tsx';
import { DraftChannels } from './DraftChannels.tsx';
import { DraftPreflight } from './DraftPreflight.tsx';
import { DraftPreviews } from './DraftPreviews.tsx';
import { DraftText } from './DraftText.tsx';
import { LastQuestion } from './LastQuestion.tsx';
import { RejectedNote } from './RejectedNote.tsx';
import { type Draft, useDraft } from './useDraft.ts';
import { useUnsaved } from './useUnsaved.ts';

type Props = { report: ReportDetails; typing: Typing; onChanged: () => void; onSent: () => void };

/** Step 2: the whole draft to review and edit in place, with the way to sending below. */
export function ReportDraft({ report, onSent, ...props }: Props) {
  const draft = useDraft({ report, ...props });
  return (
    <Page
      title={useTitle(report)}
      sign={<ReportTypeSign reportType={report.reportType} size={38} />}
      breadcrumb={useBreadcrumb(report)}
    >
      <SendSteps step={2} />
      <ModeBanner mode={report.event.mode} />
      <DraftParts report={report} draft={draft} />
      <LastQuestion report={report} draft={draft} onSent={onSent} />
    </Page>
  );
}

function useTitle({ reportType, followUpKind }: ReportDetails): string {
  const { t } = useTranslation(['drafts', 'reports']);
  if (reportType.identifier === 'activation') return t('draft.activation');
  if (followUpKind === 'CORRECTION') return t('draft.correction');
  return followUpKind === 'TO_ALL' ? t('draft.toAll') : t('draft.communication', { type: reportType.name });
}

function useBreadcrumb({ event }: ReportDetails) {
  const { t } = useTranslation(['drafts', 'reports']);
  return [
    { label: t('reports:crumb.start'), to: '/' },
    { label: event.name, to: `/event/${event._id}` },
  ];
}

type Parts = { report: ReportDetails; draft: Draft };

/** The parts of the draft, in the order in which an author decides them. */
function DraftParts({ report, draft }: Parts) {
  const { messages, first, others, isSent, details, settled, lastCheck, changed } = draft;
  const { isActivation, isFollowUp, editText } = useDraftRights(report);
  const { unsaved, noteUnsaved } = useUnsaved(draft.touch);
  const { commits, commitAll } = useCommits();
  const writing = useWriting(report, details.values);
  const meters = (
    <TextMeters
      report={report}
      messages={messages}
      previews={draft.shownPreviews}
      typed={draft.typed}
      fill={details.fillTyped}
    />
  );
  const note = { onChanged: changed, onUnsaved: noteUnsaved };
  return (
    <Stack gap="lg">
      <CommitContext value={commits}>
        <WritingContext value={writing}>
          <FollowNotes report={report} />
          <RejectedNote messages={messages} onChanged={changed} />
          {!isFollowUp && editText && !isSent && (
            <IncidentFields details={details} isActivation={isActivation} warnings={settled?.warnings ?? []} />
          )}
          <DraftText
            report={report}
            onChanged={changed}
            onTyped={draft.noteTyped}
            meters={meters}
            details={details}
            isBound={isSent}
          />
          {!isActivation && <DraftPreviews report={report} draft={draft} />}
          <DraftPreflight report={report} draft={draft} />
          <DraftChannels report={report} {...note} />
          {isActivation && <DraftPreviews report={report} draft={draft} />}
          {first && <DraftAnswers report={report} messages={[first, ...others]} {...note} />}
          <DiscardButton report={report} />
          <SendBar
            report={report}
            drafts={messages}
            preflight={settled}
            where={details.where}
            refusing={draft.refusing}
            unsaved={unsaved.has(ANSWER_UNTIL) ? 'answerUntil' : details.isUnsaved && 'details'}
            isChanged={lastCheck.isChanged}
            onSend={async () => {
              if (await commitAll()) void lastCheck.open();
            }}
          />
        </WritingContext>
      </CommitContext>
    </Stack>
  );
}
