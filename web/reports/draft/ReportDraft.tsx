import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WritingContext } from '#web/fields/rich-text/writing.ts';
import { useData } from '#web/lib/data.ts';
import { ReportTypeSign } from '#web/messages/signs/ReportTypeSign.tsx';
import { isDraft } from '#web/messages/status.ts';
import { FollowNotes } from '#web/reports/FollowNotes.tsx';
import { Previews } from '#web/reports/preview/Previews.tsx';
import { TextMeters } from '#web/reports/preview/TextMeters.tsx';
import { isBound, type Typing } from '#web/reports/preview/typed.ts';
import { usePreviews } from '#web/reports/preview/usePreviews.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { isOnlyExercise } from '#web/reports/send/OnlyExercise.tsx';
import { PreflightResult } from '#web/reports/send/PreflightResult.tsx';
import { PreflightQuery } from '#web/reports/send/queries.ts';
import { SendBar } from '#web/reports/send/SendBar.tsx';
import { SendDialog } from '#web/reports/send/SendDialog.tsx';
import { SendSteps } from '#web/reports/send/SendSteps.tsx';
import { useLastCheck } from '#web/reports/send/useLastCheck.ts';
import { useOthersBegin } from '#web/reports/useOthersBegin.ts';
import { useUntouched } from '#web/reports/useUntouched.ts';
import { CommitContext, useCommits } from '#web/reports/writing/commits.ts';
import { useWriting } from '#web/reports/writing/useWriting.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { ANSWER_UNTIL } from './AnswerUntil.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import { DraftAnswers } from './DraftAnswers.tsx';
import { DraftChannels } from './DraftChannels.tsx';
import { DraftFacts } from './DraftFacts.tsx';
import { DraftRecipients } from './DraftRecipients.tsx';
import { DraftSaid } from './DraftSaid.tsx';
import { DraftText } from './DraftText.tsx';
import { RejectedNote } from './RejectedNote.tsx';
import { useChosen } from './recipients.ts';
import { useHold } from './useHold.ts';
import { useSaid } from './useSaid.ts';

type Props = { report: ReportDetails; typing: Typing; onChanged: () => void; onSent: () => void };

/** Step 2: the whole draft to review and edit in place, with the way to sending below. */
export function ReportDraft({ report, typing, onChanged, onSent }: Props) {
  const { t } = useTranslation('reports');
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const drafts = report.messages.edges.map(({ node }) => node).filter(({ status }) => isDraft(status));
  const isSent = isBound(report);
  const [first, ...others] = drafts.filter(({ channel }) => channel.addressesPeople);
  const preflight = useData(PreflightQuery, { report: report.id }, { pause: drafts.length === 0 });
  const { isActivation, isFollowUp, setRecipients, editText } = useDraftRights(report);
  const { typed, note } = typing;
  const touch = useUntouched(report);
  const noteTyped: typeof note = (name, text) => {
    if (text) touch();
    note(name, text);
  };
  const said = useSaid(report, { onTyped: touch, onChanged: () => changed(), onStirred: () => refresh() });
  const writing = useWriting(report, said.values);
  const previews = usePreviews(report, drafts, typed, said.fillTyped);
  const chosen = useChosen(isFollowUp ? undefined : first);
  const refresh = () => {
    preflight.refetch();
    previews.refetch();
    chosen.refetch();
  };
  useOthersBegin(isActivation && report.event.mode === 'LIVE' && !report.event.isRunning, preflight.refetch);
  const shownPreviews = previews.data?.previewReport ?? [];
  const lastCheck = useLastCheck({
    report,
    parts: [said.seen, shownPreviews[0]?.seen, chosen.seen],
    onOthers: () => {
      onChanged();
      said.refetch();
      refresh();
    },
  });
  const changed = () => {
    touch();
    onChanged();
    lastCheck.noteOwn();
    refresh();
  };
  // changes by others update all parts of the page at once
  const follow = useEffectEvent(() => {
    if (said.seen !== undefined && said.seen !== report.seen) said.refetch();
    const others = [...shownPreviews.map(({ seen }) => seen), chosen.seen ?? report.seen];
    if (others.some((seen) => seen !== report.seen)) refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => follow(), [report.seen]);
  const { commits, commitAll } = useCommits();
  const hold = useHold(report, changed);
  const noteUnsaved = (name: string, isUnsaved: boolean) => {
    if (isUnsaved) touch();
    setUnsaved((before) => {
      if (before.has(name) === isUnsaved) return before;
      const after = new Set(before);
      if (isUnsaved) after.add(name);
      else after.delete(name);
      return after;
    });
  };
  const unsavedPart = unsaved.has(ANSWER_UNTIL) ? 'answerUntil' : said.isUnsaved && 'said';
  const isAlarm =
    report.reportType.identifier === 'activation' && report.event.mode === 'LIVE' && !isOnlyExercise(drafts);
  const settled = preflight.data && said.settle(preflight.data.preflightReport);
  const preflightResult = (
    <QueryView state={preflight}>
      {({ preflightReport }) => <PreflightResult preflight={said.settle(preflightReport)} isAlarm={isAlarm} />}
    </QueryView>
  );
  const titles = {
    CORRECTION: t('draft.correction'),
    TO_ALL: t('draft.toAll'),
    ALL_CLEAR: t('draft.communication', { type: report.reportType.name }),
  };
  const arrival = drafts.length > 0 && (
    <Previews
      report={report}
      messages={drafts}
      state={previews}
      typed={typed}
      fill={said.fillTyped}
      editing={
        editText
          ? { onChanged: changed, onTyped: noteTyped, onBegin: hold, read: said.fill, onFill: said.answer }
          : undefined
      }
    />
  );
  const tooLong = shownPreviews.filter(({ losses }) => losses.some(({ loss }) => loss === 'loss_too_long'));
  const refusing = drafts.filter(({ id }) => tooLong.some(({ message }) => message.id === id));
  const meters = (
    <TextMeters report={report} messages={drafts} previews={shownPreviews} typed={typed} fill={said.fillTyped} />
  );
  return (
    <Page
      title={isActivation ? t('draft.activation') : titles[report.followUpKind ?? 'ALL_CLEAR']}
      sign={<ReportTypeSign reportType={report.reportType} size={38} />}
      breadcrumb={[
        { label: t('crumb.start'), to: '/' },
        { label: report.event.name, to: `/event/${report.event._id}` },
      ]}
    >
      <SendSteps step={2} />
      <ModeBanner mode={report.event.mode} />
      <Stack gap="lg">
        <CommitContext value={commits}>
          <WritingContext value={writing}>
            <FollowNotes report={report} />
            <RejectedNote messages={drafts} onChanged={changed} />
            {!isFollowUp && editText && !isSent && (
              <DraftSaid said={said} isActivation={isActivation} warnings={settled?.warnings ?? []} />
            )}
            <DraftText
              report={report}
              onChanged={changed}
              onTyped={noteTyped}
              meters={meters}
              said={said}
              isBound={isSent}
            />
            {!isActivation && arrival}
            {first ? (
              <Panel title={t(isActivation ? 'preflight.activation' : 'preflight.communication')}>
                <Stack gap="lg">
                  {preflightResult}
                  {isFollowUp ? (
                    <Text>{t('follow.recipients')}</Text>
                  ) : (
                    <DraftRecipients
                      report={report.id}
                      message={first}
                      drafts={drafts}
                      choice={chosen.choice}
                      mayChoose={setRecipients}
                      onChanged={changed}
                    />
                  )}
                </Stack>
              </Panel>
            ) : (
              drafts.length > 0 && preflightResult
            )}
            <DraftChannels report={report} onChanged={changed} onUnsaved={noteUnsaved} />
            {isActivation && arrival}
            {first && (
              <DraftAnswers report={report} messages={[first, ...others]} onChanged={changed} onUnsaved={noteUnsaved} />
            )}
            <DiscardButton report={report} />
            <SendBar
              report={report}
              drafts={drafts}
              preflight={settled}
              where={said.where}
              refusing={refusing}
              unsaved={unsavedPart}
              isChanged={lastCheck.isChanged}
              onSend={async () => {
                if (await commitAll()) void lastCheck.open();
              }}
            />
          </WritingContext>
        </CommitContext>
      </Stack>
      {lastCheck.question && settled && (
        <SendDialog
          report={report}
          drafts={drafts}
          refusing={refusing}
          preflight={settled}
          check={lastCheck.question.state}
          seen={lastCheck.question.seen}
          isStirred={lastCheck.isStirred}
          about={
            !isFollowUp && (
              <DraftFacts
                drafts={drafts}
                choice={isOf(chosen.seen, lastCheck.question.seen) ? chosen.choice : null}
                {...(isActivation && !isSent ? said : { where: '', what: '' })}
                warnings={isActivation && !isSent ? settled.warnings : []}
              />
            )
          }
          onYes={touch}
          onClose={lastCheck.close}
          onOthers={lastCheck.tellOthers}
          onSent={() => {
            lastCheck.close();
            onSent();
          }}
        />
      )}
    </Page>
  );
}

/** Returns whether displayed data may belong to the drafts in question. */
const isOf = (seen: string | undefined, asked: string | null): boolean => asked === null || seen === asked;
