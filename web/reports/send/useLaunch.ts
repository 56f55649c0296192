import { useState } from 'react';
import { useMutation } from 'urql';
import { addToOutbox, keyOfLaunch, settleLaunch } from '#web/lib/offline-store/outbox.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { isUncertain, launchOnce } from '#web/messages/launch-keys.ts';
import { isDraft } from '#web/messages/status.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { SendReportMutation } from './queries.ts';

/** The options for sending a report. */
export type LaunchTerms = { withoutRelease: boolean; sendAt: string | null };

/**
 * Sends a report with one key per intent (the current drafts), also after a restart, so that no one is alarmed twice.
 * If someone changed the drafts since the review, calls `onOthers` instead.
 */
export function useLaunch(report: ReportDetails, onSent: () => void, onOthers: () => void) {
  const [, launch] = useMutation(SendReportMutation);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState(false);
  const send = async (terms: LaunchTerms, seen: string | null) => {
    setBusy(true);
    let key = '';
    const intent = intentOf(report);
    const ask = (launchKey: string) => {
      key = launchKey;
      return launch({ id: report.id, launchKey, ...terms, seen });
    };
    const { data, error } = await launchOnce(intent, ask, await keyOfLaunch(intent));
    const isLost = isUncertain(error);
    if (isLost) {
      dismissErrorToast(); // the dialog shows a better message
      // stored first, because the user may close the tab
      await addToOutbox({ kind: 'launch', id: key, intent, report: nameOf(report) });
    } else void settleLaunch(report.id);
    setBusy(false);
    setLost(isLost);
    if (data) onSent();
    else if (error?.graphQLErrors.some(({ message }) => message === 'error_report_changed')) onOthers();
  };
  return { send, busy, lost };
}

const intentOf = ({ id, messages: { edges } }: ReportDetails): string =>
  [id, ...edges.flatMap(({ node }) => (isDraft(node.status) ? node.id : [])).sort()].join();

const nameOf = ({ id, _id, title, event }: ReportDetails) => ({
  id,
  title,
  path: `/event/${event._id}/report/${_id}`,
  isLive: event.mode === 'LIVE',
});
