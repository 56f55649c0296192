import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { sendingFeatureOf } from '#web/messages/sending.ts';
import { isDraft } from '#web/messages/status.ts';
import { DeleteReportMutation, type ReportDetails } from '#web/reports/queries.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Discards an unsent draft after a confirmation. */
export function DiscardButton({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const mayDiscard = useMayDiscard(report);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [{ fetching }, remove] = useMutation(DeleteReportMutation);
  if (!mayDiscard || report.messages.edges.some(({ node }) => !isDraft(node.status))) return null;
  const discard = async () => {
    if (!(await confirm({ title: t('discard.title'), text: t('discard.text'), danger: true }))) return;
    const { error } = await remove({ id: report.id });
    if (error) return;
    toast.success(t('discard.done'));
    await navigate('/');
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      style={{ alignSelf: 'center' }}
      leftSection={<Icon name="trash" size={20} />}
      loading={fetching}
      onClick={() => void discard()}
    >
      {t('discard.open')}
    </Button>
  );
}

/** Returns whether the user may discard the report, as on the server. */
function useMayDiscard(report: ReportDetails): boolean {
  const { can, user } = useViewer();
  const sending = sendingFeatureOf(report);
  const isFollowUp = report.follows.length > 0;
  if (isFollowUp && sending === 'send_activation_message') return can(sending);
  if (report.reportType.identifier !== 'activation') return can('manage_report') || (isFollowUp && can(sending));
  const isOwn = report.insertedBy?.id === user.id;
  return can('delete_activation_message') || (can('create_activation') && isOwn);
}
