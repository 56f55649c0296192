import { useState } from 'react';
import { useMutation } from 'urql';
import { keepUnsent, keyOfLaunch, settleLaunch } from '#web/lib/kept/unsent.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { isUncertain, launchOnce } from '#web/messages/launch-keys.ts';
import { isDraft } from '#web/messages/status.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { SendReportMutation } from './queries.ts';

/** How a report is sent. */
export type LaunchTerms = { withoutRelease: boolean; sendAt: string | null };

/**
 * Sends with one key per intent, which is a report with the drafts that are there: after a lost answer the same key is used
 * again, so that nobody is alarmed twice, also when the application was closed in between; further drafts are another intent,
 * so that they are not taken for what was sent before. What somebody changed since it was looked over is not sent: `onOthers`.
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
      dismissErrorToast(); // the dialog says it, and better
      // kept before it is said: whoever reads it may close the tab at once
      await keepUnsent({ kind: 'launch', id: key, intent, report: nameOf(report) });
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
