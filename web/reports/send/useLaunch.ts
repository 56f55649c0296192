import { useState } from 'react';
import { useMutation } from 'urql';
import { launchKey, settleLaunch } from '#web/messages/launch-keys.ts';
import { SendReportMutation } from './queries.ts';

/** How a report is sent. */
export type LaunchTerms = { withoutRelease: boolean; sendAt: string | null };

/** Sends with one key per intent: after a lost answer the same key is used again, so that nobody is alarmed twice. */
export function useLaunch(report: string, onSent: () => void) {
  const [{ fetching: busy }, launch] = useMutation(SendReportMutation);
  const [lost, setLost] = useState(false);
  const send = async (terms: LaunchTerms) => {
    const { data, error } = await launch({ id: report, launchKey: launchKey(report), ...terms });
    setLost(Boolean(error?.networkError));
    if (!error?.networkError) settleLaunch(report);
    if (data) onSent();
  };
  return { send, busy, lost };
}
