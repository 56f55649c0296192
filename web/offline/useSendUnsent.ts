import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type CombinedError, useMutation } from 'urql';
import { AddLogEntryMutation } from '#web/event-page/queries.ts';
import { discardUnsent, type Unsent } from '#web/lib/kept/unsent.ts';
import { successToast } from '#web/lib/toasts.ts';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { CreateActivationMutation } from '#web/reports/queries.ts';
import { SendReportMutation } from '#web/reports/send/queries.ts';

type Outcome = { error?: CombinedError | undefined; leadsTo?: string | undefined };

/**
 * Sends what was not sent, with its key: what had reached the server all the same happens no second time. What is refused or
 * gets no answer stays.
 */
export function useSendUnsent() {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [, addNote] = useMutation(AddLogEntryMutation);
  const [, launch] = useMutation(SendReportMutation);
  const [, create] = useMutation(CreateActivationMutation);

  const ask = async (unsent: Unsent): Promise<Outcome> => {
    if (unsent.kind === 'note') {
      const { error } = await addNote({ event: unsent.event.id, text: unsent.text, key: unsent.id });
      return { error };
    }
    if (unsent.kind === 'launch') {
      const { report, terms, id } = unsent;
      const send = (launchKey: string) => launch({ id: report.id, launchKey, ...terms });
      return { error: (await launchOnce(report.id, send, id)).error, leadsTo: report.path };
    }
    const { eventType, mode, place, description } = unsent;
    const said = { ...(place && { place }), ...(description && { description }) };
    const { data, error } = await create({ input: { eventType: eventType.id, mode, ...said } });
    const made = data?.createActivation;
    return { error, leadsTo: made && `/event/${made.event._id}/report/${made._id}` };
  };
  const send = async (unsent: Unsent) => {
    setBusy(true);
    const { error, leadsTo } = await ask(unsent);
    setBusy(false);
    if (error) return; // told already
    await discardUnsent(unsent.id);
    if (unsent.kind !== 'alarm') successToast(t('unsent.sent'));
    if (leadsTo) await navigate(leadsTo);
  };
  return { send, busy };
}
