import { useState } from 'react';
import { useMutation } from 'urql';
import { isUncertain, launchOnce } from '#web/messages/launch-keys.ts';
import { SendReportMutation } from './queries.ts';

/** How a report is sent. */
export type LaunchTerms = { withoutRelease: boolean; sendAt: string | null };

/** Sends with one key per intent: after a lost answer the same key is used again, so that nobody is alarmed twice. */
export function useLaunch(report: string, onSent: () => void) {
  const [, launch] = useMutation(SendReportMutation);
  const [busy, setBusy] = useState(false);
  const [lost, setLost] = useState(false);
  const send = async (terms: LaunchTerms) => {
    setBusy(true);
    const { data, error } = await launchOnce(report, (launchKey) => launch({ id: report, launchKey, ...terms }));
    setBusy(false);
    setLost(isUncertain(error));
    if (data) onSent();
  };
  return { send, busy, lost };
}
