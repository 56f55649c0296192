import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import { isDraft } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';

/** Takes a waiting message back when its author starts to edit it, because it would leave with the stored text. */
export function useHold(report: ReportDetails, onChanged: () => void): (message: ReportMessage) => Promise<void> {
  const { t } = useTranslation('drafts');
  const [, update] = useMutation(UpdateMessageMutation);
  // only drafts left by a sent follow-up can leave on their own
  const mayLeave = report.follows.length > 0 && report.messages.edges.some(({ node }) => !isDraft(node.status));
  return async (message) => {
    if (!mayLeave || message.status !== 'draft') return;
    const { error } = await update({ input: { id: message.id } });
    if (error) return;
    if (message.followsUntil) toast.info(t('text.held', { channel: message.channel.name }));
    onChanged();
  };
}
