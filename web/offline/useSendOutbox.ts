import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type CombinedError, useMutation } from 'urql';
import { AddLogEntryMutation } from '#web/event-page/log/queries.ts';
import { discardFromOutbox, type OutboxItem } from '#web/lib/offline-store/outbox.ts';
import { dismissErrorToast, successToast } from '#web/lib/toasts.ts';
import { CreateActivationMutation } from '#web/reports/queries.ts';

type Outcome = { error?: CombinedError | undefined; leadsTo?: string | undefined };

/**
 * Returns a function that sends an unsent item with its key, so that the server never processes it twice. Refused and unanswered
 * items stay. An alarm opens the page where the user reviews it.
 */
export function useSendOutbox() {
  const { t } = useTranslation('offline');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [, addNote] = useMutation(AddLogEntryMutation);
  const [, create] = useMutation(CreateActivationMutation);

  const ask = async (unsent: Exclude<OutboxItem, { kind: 'launch' }>): Promise<Outcome> => {
    if (unsent.kind === 'note') {
      const { event, text, id: key, happenedAt = null, corrects = null } = unsent;
      const note = { event: event.id, text, key, corrects };
      const first = await addNote({ ...note, happenedAt });
      if (!first.error?.graphQLErrors.some(({ message }) => message === 'error_happened_in_future')) return first;
      // this device's clock is fast: enter it with the current time rather than not at all
      dismissErrorToast();
      return addNote({ ...note, happenedAt: null });
    }
    const { eventType, mode, place, description } = unsent;
    const said = { ...(place && { place }), ...(description && { description }) };
    const input = { eventType: eventType.id, mode, ...said };
    const { data, error } = await create({ input, key: unsent.id });
    const made = data?.createActivation;
    return { error, leadsTo: made && `/event/${made.event._id}/report/${made._id}` };
  };
  const send = async (unsent: OutboxItem) => {
    // that page shows whether it was sent and what would be sent now
    if (unsent.kind === 'launch') return navigate(unsent.report.path);
    setBusy(true);
    const { error, leadsTo } = await ask(unsent);
    setBusy(false);
    if (error) return; // already shown
    await discardFromOutbox(unsent.id);
    if (unsent.kind !== 'alarm') successToast(t('unsent.sent'));
    if (leadsTo) await navigate(leadsTo);
  };
  return { send, busy };
}
