import { useEffect, useEffectEvent } from 'react';
import { useData } from '#web/lib/data.ts';
import { isDraft } from '#web/messages/status.ts';
import { useIncidentDetails } from '#web/reports/incident/useIncidentDetails.ts';
import { isBound, type Typing } from '#web/reports/preview/typed.ts';
import { usePreviews } from '#web/reports/preview/usePreviews.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { PreflightQuery } from '#web/reports/send/queries.ts';
import { useLastCheck } from '#web/reports/send/useLastCheck.ts';
import { useDiscardIfUntouched } from '#web/reports/useDiscardIfUntouched.ts';
import { useOthersBegin } from '#web/reports/useOthersBegin.ts';
import { useChosen } from './recipients.ts';

/** A draft and its actions. */
export type Draft = ReturnType<typeof useDraft>;

type Props = { report: ReportDetails; typing: Typing; onChanged: () => void };

/** Loads the parts of a draft's page together. */
export function useDraft({ report, typing: { typed, note }, onChanged }: Props) {
  const { isActivation, isFollowUp } = useDraftRights(report);
  const messages = report.messages.edges.map(({ node }) => node).filter(({ status }) => isDraft(status));
  const [first, ...others] = messages.filter(({ channel }) => channel.addressesPeople);
  const touch = useDiscardIfUntouched(report);
  const preflight = useData(PreflightQuery, { report: report.id }, { pause: messages.length === 0 });
  const details = useIncidentDetails(report, {
    onTyped: touch,
    onChanged: () => changed(),
    onStirred: () => refresh(),
  });
  const previews = usePreviews(report, messages, typed, details.fillTyped);
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
    parts: [details.seen, shownPreviews[0]?.seen, chosen.seen],
    onOthers: () => {
      onChanged();
      details.refetch();
      refresh();
    },
  });
  const changed = () => {
    touch();
    onChanged();
    lastCheck.noteOwn();
    refresh();
  };
  // others' changes update all parts at once
  const follow = useEffectEvent(() => {
    if (details.seen !== undefined && details.seen !== report.seen) details.refetch();
    const marks = [...shownPreviews.map(({ seen }) => seen), chosen.seen ?? report.seen];
    if (marks.some((seen) => seen !== report.seen)) refresh();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => follow(), [report.seen]);
  const noteTyped: typeof note = (name, text) => {
    if (text) touch();
    note(name, text);
  };
  const tooLong = shownPreviews.filter(({ losses }) => losses.some(({ loss }) => loss === 'loss_too_long'));
  return {
    messages,
    /** The drafts that address people. */
    first,
    others,
    isSent: isBound(report),
    typed,
    noteTyped,
    touch,
    changed,
    details,
    preflight,
    /** Without resolved warnings. */
    settled: preflight.data && details.settle(preflight.data.preflightReport),
    previews,
    shownPreviews,
    refusing: messages.filter(({ id }) => tooLong.some(({ message }) => message.id === id)),
    chosen,
    lastCheck,
  };
}
