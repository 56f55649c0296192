import { useTranslation } from 'react-i18next';
import { toast } from 'react-toastify/unstyled';
import { useMutation } from 'urql';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import { isDraft } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';

/**
 * Takes a message back into its author's hands when its text begins to be changed: one that waits until it reaches somebody would
 * leave by itself with the text that is there.
 */
export function useHold(report: ReportDetails, onChanged: () => void): (message: ReportMessage) => Promise<void> {
  const { t } = useTranslation('reports');
  const [, update] = useMutation(UpdateMessageMutation);
  // only what was left behind by a follow-up that is out is waited with
  const mayLeave = report.follows.length > 0 && report.messages.edges.some(({ node }) => !isDraft(node.status));
  return async (message) => {
    if (!mayLeave || message.status !== 'draft') return;
    const { error } = await update({ input: { id: message.id } });
    if (error) return;
    if (message.followsUntil) toast.info(t('text.held', { channel: message.channel.name }));
    onChanged();
  };
}
