import { useState } from 'react';
import { useMutation } from 'urql';
import { keepUnsent, settleLaunch } from '#web/lib/kept/unsent.ts';
import { dismissErrorToast } from '#web/lib/toasts.ts';
import { isUncertain, launchOnce } from '#web/messages/launch-keys.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { SendReportMutation } from './queries.ts';

/** How a report is sent. */
export type LaunchTerms = { withoutRelease: boolean; sendAt: string | null };

/**
 * Sends with one key per intent: after a lost answer the same key is used again, so that nobody is alarmed twice, also when
 * the application was closed in between.
 */
export function useLaunch(report: ReportDetails, onSent: () => void) {
  const [, launch] = useMutation(SendReportMutation);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState(false);
  const send = async (terms: LaunchTerms) => {
    setBusy(true);
    let key = '';
    const { data, error } = await launchOnce(report.id, (launchKey) => {
      key = launchKey;
      return launch({ id: report.id, launchKey, ...terms });
    });
    setBusy(false);
    const isLost = isUncertain(error);
    setLost(isLost);
    if (isLost) {
      dismissErrorToast(); // the dialog says it, and better
      void keepUnsent({ kind: 'launch', id: key, report: nameOf(report), terms });
    } else void settleLaunch(report.id);
    if (data) onSent();
  };
  return { send, busy, lost };
}

const nameOf = ({ id, _id, title, event }: ReportDetails) => ({
  id,
  title,
  path: `/event/${event._id}/report/${_id}`,
  isLive: event.mode === 'LIVE',
});
