import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'react-toastify';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { isDraft } from '#web/messages/status.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { DeleteReportMutation, type Preflight, type ReportDetails, type ReportMessage } from './queries.ts';
import classes from './SendBar.module.css';

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  preflight: Preflight | undefined;
  unsaved: boolean;
  onSend: () => void;
};

/** The way on: to sending, or a sentence that says what is still in the way. */
export function SendBar({ report, drafts, preflight, unsaved, onSend }: Props) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const discard = useDiscard(report);
  const isActivation = report.reportType.identifier === 'activation';
  const maySend = can(isActivation ? 'send_activation_message' : 'send_message');
  const obstacle = (() => {
    if (!maySend) return t('send.notAllowed');
    if (drafts.length === 0) return t('send.noChannel');
    if (unsaved) return t('send.unsaved');
    if (!preflight) return t('send.checking');
    return preflight.blockers.length > 0 ? t('send.blocked') : null;
  })();
  const isSent = report.messages.edges.some(({ node }) => !isDraft(node.status));
  const color = report.event.mode === 'LIVE' ? (isActivation ? 'red' : 'blue') : 'yellow.6';
  return (
    <div className={classes['bar']}>
      <Text c="gray.7" className={classes['text'] ?? ''} role="status">
        {obstacle ?? t('send.ready')}
      </Text>
      <Group gap="sm" className={classes['buttons'] ?? ''}>
        {!isSent && (
          <Button variant="subtle" color="gray" leftSection={<Icon name="trash" />} onClick={() => void discard()}>
            {t('send.discard')}
          </Button>
        )}
        <Button
          size="lg"
          color={color}
          autoContrast
          disabled={obstacle !== null}
          rightSection={<Icon name="chevronRight" />}
          onClick={onSend}
        >
          {t('send.next')}
        </Button>
      </Group>
    </div>
  );
}

function useDiscard(report: ReportDetails): () => Promise<void> {
  const { t } = useTranslation('reports');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [, remove] = useMutation(DeleteReportMutation);
  return async () => {
    const question = { title: t('discard.title'), text: t('discard.text'), danger: true };
    if (!(await confirm(question))) return;
    const { error } = await remove({ id: report.id });
    if (error) return;
    toast.success(t('discard.done'));
    await navigate('/');
  };
}
